import { type Refusal, refuse } from '../base/refusal.ts';
import { hasRole } from '../platform/context.ts';
import { isAssignee, occasionOf } from '../timeline/flow.ts';
import { change, remark } from '../timeline/operations.ts';
import { currentEntry, type Timeline } from '../timeline/timeline.ts';
import type { DocumentSituation } from './facts.ts';

/**
 * Adds an attachment (PROC-29). Creators add to their drafts, everybody who sees a running request adds to it, which
 * its timeline records (TL-21). A finished document accepts attachments only where `keepsFiles`, such as later proofs
 * (CON-10).
 */
export function attach(
  situation: DocumentSituation,
  fileName: string,
  keepsFiles: boolean,
): Timeline | Refusal {
  const { timeline } = situation.document;
  const permission = mayAttach(situation, keepsFiles);
  if (permission !== true) return permission;
  if (isDraft(situation)) return timeline;
  const uploaded = remark({ type: 'comment', status: 'upload', comment: fileName });
  return change(timeline, occasionOf(situation), uploaded);
}

/** An attached file. */
export interface AddedFile {
  readonly fileId: string;
  readonly uploaderId: number;
  /** It existed when the document was signed: a later file may supersede it, but it cannot be removed (CON-38). */
  readonly isSealed: boolean;
}

/**
 * Whether the actor may remove an attachment: its uploader, the current assignee and administrators may. Refused
 * under a legal hold, and for files that approvers have seen or both sides have signed (PROC-43, CON-38).
 */
export function mayDetach(
  situation: DocumentSituation,
  { fileId, uploaderId, isSealed }: AddedFile,
  keepsFiles: boolean,
): true | Refusal {
  const permission = mayAttach(situation, keepsFiles);
  if (permission !== true) return permission;
  const { actor, document } = situation;
  if (document.head.legal_hold !== null) return refuse('document_held');
  if (isSealed || isCovered(situation, fileId)) return refuse('attachment_approved');
  const isAllowed =
    isDraft(situation) || actor.id === uploaderId || isAssignee(situation) || hasRole(actor, 'user-admin');
  return isAllowed ? true : refuse('permission_denied');
}

/** Whether the actor may add attachments. After the last step only a keeper may. */
export function mayAttach(situation: DocumentSituation, keepsFiles: boolean): true | Refusal {
  const { actor, document } = situation;
  const isOpen = keepsFiles || currentEntry(document.timeline) !== null;
  const isOwn = !isDraft(situation) || document.head.creator_id === actor.id;
  return isOpen && isOwn ? true : refuse('no_edit_permission');
}

/** Whether approvers have seen the file or are asked about it (APPR-18). */
function isCovered({ document: { approvals } }: DocumentSituation, fileId: string): boolean {
  const covered = [approvals.approved, approvals.asked].flatMap((record) => record?.attachments ?? []);
  return covered.some((one) => one.file_id === fileId);
}

/** Whether the document is still a draft, visible to its creator only. */
function isDraft({ document }: DocumentSituation): boolean {
  return currentEntry(document.timeline)?.type === document.kind.entries.start;
}
