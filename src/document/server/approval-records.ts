import type { Tx } from '../../platform/server/database.ts';
import type { DocumentKind } from '../../timeline/kinds.ts';
import type { ApprovalRecords, Attachment, KeptCover } from '../approval/covered.ts';
import { coverOf } from '../approval/holds.ts';
import { recordDue } from '../approval/round.ts';
import type { DocumentFacts } from '../facts.ts';
import type { Outcome } from '../outcome.ts';
import type { LoadedSituation, ServedKind, StoredDocument } from './served-kind.ts';

/** What a document has beside its content and its timeline. */
export interface Approvals {
  readonly approvals: ApprovalRecords;
  readonly attachments: readonly Attachment[];
}

/**
 * Columns of the head of a document, of a table that is called as its kind or `alias`: the last full approval with what was asked
 * after it, and the files that are there now (APPR-18). For the writer.
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

/** The head of a document that was read with `approvalColumns`, and what these say, apart. */
export function apart<Head extends Approvals>(
  row: Head,
): { readonly head: Omit<Head, keyof Approvals> } & Approvals {
  const { approvals, attachments, ...head } = row;
  return { head, approvals, attachments };
}

/**
 * Keeps what an approval covers where one is asked for, is given in full, or was not needed (APPR-18). Runs as writer.
 *
 * @param situation with the document as it was
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
    ...coverOf({ document: after, facts }, served.covers(after), facts.today),
    ...(outcome.isApprovalUnneeded === 'order' && { by_order: true }),
  };
  tx.send('select app.keep_approval($1, $2, $3, $4)', [name, document.id, state, JSON.stringify(covered)]);
}
