import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import type { DocumentKind } from '../../timeline/kinds.ts';
import { type ApprovalRecords, type Attachment, type KeptCover, noApprovals } from '../approval/covered.ts';
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

/** Of a document that has just begun. */
export const noRecords: Approvals = { approvals: noApprovals, attachments: [] };

interface Row extends Approvals {
  readonly id: number;
}

/** The last full approval of each, and what was asked after it, with the files that are there now. */
const selectRecords = (kind: DocumentKind) => `
  select d.id, json_build_object('approved', a.covered, 'asked', q.covered) as approvals,
    coalesce((select json_agg(json_build_object('file_id', f.id, 'name', l.name, 'sha256', encode(f.sha256, 'hex')) order by l.id)
      from document_file l join file f on f.tenant_id = l.tenant_id and f.id = l.file_id where l.${kind}_id = d.id), '[]') as attachments
  from unnest($1::bigint[]) as d(id)
  left join lateral (select id, covered from approval_record
    where ${kind}_id = d.id and state <> 'asked' order by id desc limit 1) a on true
  left join lateral (select covered from approval_record
    where ${kind}_id = d.id and state = 'asked' and id > coalesce(a.id, 0) order by id desc limit 1) q on true`;

/** What the approvals of documents of a kind cover, by their ids (APPR-18). Runs as writer. */
export async function loadApprovals(
  tx: Tx,
  kind: DocumentKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Approvals>> {
  const rows = await tx.fixed<Row>(selectRecords(kind), [ids]);
  return new Map(rows.map(({ id, approvals, attachments }) => [id, { approvals, attachments }]));
}

/**
 * Keeps what an approval covers where one is asked for, is given in full, or was not needed (APPR-18). Runs as writer.
 *
 * @param situation with the document as it was
 */
export function keepApproval<D extends StoredDocument, F extends DocumentFacts, O extends Outcome>(
  tx: Tx,
  context: Context,
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
  const covered: KeptCover = coverOf({ document: after, facts }, served.covers(after));
  tx.send(
    `insert into approval_record (tenant_id, ${name}_id, state, covered, made_by_id, actor_id) values ($1, $2, $3, $4, $5, $6)`,
    [
      context.tenantId,
      document.id,
      state,
      JSON.stringify(covered),
      context.userId || null,
      context.actorId || null,
    ],
  );
}
