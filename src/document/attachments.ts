import { type Refusal, refuse } from '../base/refusal.ts';
import { hasRole } from '../platform/context.ts';
import { isAssignee, occasionOf } from '../timeline/flow.ts';
import { change, remark } from '../timeline/operations.ts';
import { currentEntry, type Timeline } from '../timeline/timeline.ts';
import type { DocumentSituation } from './facts.ts';

/**
 * Adds a document (PROC-29): to a draft by its creator; to a running request by everybody who sees it, and
 * then the timeline tells of it (TL-21). What has ended stays as it is, but for whom `isKeeper` names: proofs come later (CON-10).
 */
export function attach(
  situation: DocumentSituation,
  fileName: string,
  isKeeper: boolean,
): Timeline | Refusal {
  const { timeline } = situation.document;
  const permission = mayAttach(situation, isKeeper);
  if (permission !== true) return permission;
  if (isDraft(situation)) return timeline;
  const uploaded = remark({ type: 'comment', status: 'upload', comment: fileName });
  return change(timeline, occasionOf(situation), uploaded);
}

/** A file that somebody has put to a document. */
export interface AddedFile {
  readonly fileId: string;
  readonly uploaderId: number;
  /** It was there when the document was signed, and is superseded by a later one but never removed (CON-38). */
  readonly isSealed: boolean;
}

/**
 * Takes a document off again: whoever added it, the person who has the task, and administrators; nobody while it is held, and
 * nobody what approvers have seen, or both sides have signed (PROC-43, CON-38).
 */
export function mayDetach(
  situation: DocumentSituation,
  { fileId, uploaderId, isSealed }: AddedFile,
  isKeeper: boolean,
): true | Refusal {
  const permission = mayAttach(situation, isKeeper);
  if (permission !== true) return permission;
  const { actor, document } = situation;
  if (document.head.legal_hold !== null) return refuse('document_held');
  if (isSealed || isCovered(situation, fileId)) return refuse('attachment_approved');
  const isAllowed =
    isDraft(situation) || actor.id === uploaderId || isAssignee(situation) || hasRole(actor, 'user-admin');
  return isAllowed ? true : refuse('permission_denied');
}

/** Whether documents may be added here at all; a keeper may once nobody has the document in hand any more. */
export function mayAttach(situation: DocumentSituation, isKeeper: boolean): true | Refusal {
  const { actor, document } = situation;
  const isOpen = isKeeper || currentEntry(document.timeline) !== null;
  const isOwn = !isDraft(situation) || document.head.creator_id === actor.id;
  return isOpen && isOwn ? true : refuse('no_edit_permission');
}

/** Approvers have seen the file, or are looking at it (APPR-18). */
function isCovered({ document: { approvals } }: DocumentSituation, fileId: string): boolean {
  const covered = [approvals.approved, approvals.asked].flatMap((record) => record?.attachments ?? []);
  return covered.some((one) => one.file_id === fileId);
}

/** Nobody but its creator has it yet. */
function isDraft({ document }: DocumentSituation): boolean {
  return currentEntry(document.timeline)?.type === document.kind.entries.start;
}
