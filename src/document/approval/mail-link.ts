import { isRefusal } from '../../base/refusal.ts';
import { occasionOf } from '../../timeline/flow.ts';
import type { EntryStatus } from '../../timeline/kinds.ts';
import { change, remark } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import type { DocumentSituation, TaskInput } from '../facts.ts';
import type { Outcome } from '../outcome.ts';

/** Hours after the mail during which its link can decide (MAIL-06). */
export const linkLifetimeHours = 72;

/** The state of a mail link: a decision can be made, or the reason why not (MAIL-06). */
export type LinkState = 'open' | 'decided' | 'moved' | 'expired' | 'changed' | 'off';

/** A stored mail link. */
export interface MailLink {
  readonly contentVersion: number;
  /** Instants as ISO 8601 text. */
  readonly expiresAt: string;
  readonly usedAt: string | null;
}

/** The task of a link, as its person sees it. */
export interface LinkedTask {
  readonly status: EntryStatus | null;
  readonly isCurrent: boolean;
  /** The task belongs to the person or waits for one of the person's groups. */
  readonly isOwn: boolean;
  readonly contentVersion: number;
}

/**
 * The state of a link now (MAIL-06). The state of the task takes precedence, since late readers want to know the
 * decision.
 *
 * @param task null if the person no longer sees the document
 * @param isOn whether the tenant allows decisions from mails
 */
export function linkState(link: MailLink, task: LinkedTask | null, now: Date, isOn: boolean): LinkState {
  if (!isOn) return 'off';
  if (task === null) return 'moved';
  if (task.status === 'approved' || task.status === 'declined') return 'decided';
  if (!task.isCurrent || !task.isOwn) return 'moved';
  if (link.usedAt !== null || new Date(link.expiresAt) <= now) return 'expired';
  return task.contentVersion === link.contentVersion ? 'open' : 'changed';
}

/** Whether a mail link permits the action on its task (MAIL-06). */
export function isLinkedAction(action: string): boolean {
  return ['accept', 'approve', 'decline'].includes(action);
}

/** Adds a timeline remark to a decision made by a mail link (MAIL-06). */
export function withMailRemark<Result extends Outcome>(
  situation: DocumentSituation,
  { is_by_mail: isByMail }: TaskInput,
  result: Result,
): Result {
  if (!isByMail) return result;
  const noted = remark(systemRemark({ code: 'decided_by_mail' }));
  const timeline = change(result.timeline, occasionOf(situation), noted);
  return isRefusal(timeline) ? result : { ...result, timeline };
}
