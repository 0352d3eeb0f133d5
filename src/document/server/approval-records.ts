import type { Tx } from '../../platform/server/database.ts';
import type { DocumentKind } from '../../timeline/kinds.ts';
import type { ApprovalRecords, Attachment, KeptCover } from '../approval/covered.ts';
import { coverOf } from '../approval/holds.ts';
import { recordDue } from '../approval/round.ts';
import type { DocumentFacts } from '../facts.ts';
import type { Outcome } from '../outcome.ts';
import type { LoadedSituation, ServedKind, StoredDocument } from './served-kind.ts';

/** The approval records and attachments of a document. */
export interface Approvals {
  readonly approvals: ApprovalRecords;
  readonly attachments: readonly Attachment[];
}

/**
 * Columns with the last full approval, the later request and the current files of a document (APPR-18), for a table
 * named like its kind or `alias`. For the writer.
 */
export function approvalColumns(kind: DocumentKind, alias: string = kind): string {
  const records = `approval_record r where r.tenant_id = ${alias}.tenant_id and r.${kind}_id = ${alias}.id`;
  return `json_build_object(
      'approved', (select r.covered from ${records} and r.state <> 'asked' order by r.id desc limit 1),
      'asked', (select case when r.state = 'asked' then r.covered end from ${records} order by r.id desc limit 1)) as approvals,
    (select coalesce(json_agg(json_build_object('file_id', f.id, 'name', l.name, 'sha256', encode(f.sha256, 'hex')) order by l.id), '[]')
      from document_file l join file f on f.tenant_id = l.tenant_id and f.id = l.file_id
      where l.tenant_id = ${alias}.tenant_id and l.${kind}_id = ${alias}.id) as attachments`;
}

/** Separates the columns of `approvalColumns` from the head of a document. */
export function apart<Head extends Approvals>(
  row: Head,
): { readonly head: Omit<Head, keyof Approvals> } & Approvals {
  const { approvals, attachments, ...head } = row;
  return { head, approvals, attachments };
}

/**
 * Keeps the covered content when an approval is requested, completed or not required (APPR-18). Runs as writer.
 *
 * @param situation with the document before the change
 */
export function keepApproval<D extends StoredDocument, F extends DocumentFacts, O extends Outcome>(
  tx: Tx,
  served: ServedKind<D, F, O>,
  { document, facts }: LoadedSituation<D, F>,
  outcome: O,
): void {
  const { name, entries } = served.kind;
  const due = recordDue(document.timeline, outcome.timeline, entries.approval);
  const state = outcome.isApprovalUnneeded ? 'unneeded' : due;
  if (state === null) return;
  const headed = { ...document, head: { ...document.head, ...outcome.head } };
  const after = served.after?.(headed, outcome) ?? headed;
  const covered: KeptCover = {
    ...coverOf({ document: after, facts }, served.covers(after, facts), facts.today),
    ...(outcome.isApprovalUnneeded === 'order' && { by_order: true }),
  };
  tx.send('select app.keep_approval($1, $2, $3, $4)', [name, document.id, state, JSON.stringify(covered)]);
}
