import { fileWithoutLogin, restWithoutLogin } from '../../../platform/web/api.ts';
import type { LinkAnswer } from '../../link-answer.ts';

export type LinkDecision = 'approve' | 'decline';

/** The content of a link; a preview does not use the link up (MAIL-06). */
export function previewLink(token: string): Promise<LinkAnswer> {
  return restWithoutLogin('/api/approval/preview', { method: 'POST', body: { token } });
}

/** The pages of the document that the link asks about. */
export function originalOfLink(token: string): Promise<Blob> {
  return fileWithoutLogin('/api/approval/document', { token });
}

/** Decides and returns the new state of the task. */
export function decideByLink(
  token: string,
  decision: LinkDecision,
  input: { readonly comment: string | null; readonly confirmations: readonly string[] },
): Promise<LinkAnswer> {
  return restWithoutLogin('/api/approval', { method: 'POST', body: { token, decision, ...input } });
}
