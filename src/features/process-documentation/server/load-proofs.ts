import type { Tx } from '../../../platform/server/database.ts';
import type { Proof, Proofs } from '../facts.ts';
import { listOf } from './load-facts.ts';

type ProofRow =
  | Proof<'backup'>
  | Proof<'rehearsal'>
  | Proof<'audit_check'>
  | { readonly kind: 'version'; readonly at: string; readonly figures: { readonly version: string } };

type Now = Pick<Proofs, 'readAt' | 'archivedAt' | 'review' | 'numbers' | 'auditors'> & {
  readonly rows: readonly ProofRow[];
};

/** What can be proven at this moment (ARC-07). `tx` acts as `writer` for an administrator with one snapshot. */
export async function loadProofs(tx: Tx): Promise<Proofs> {
  const { rows, ...read } = await tx.one<Now>(`select now() as "readAt",
    ${listOf(`select kind, proven_at as at, is_passed as "isPassed", figures from app.operation_proofs() order by proven_at`)} as rows,
    ${listOf('select abbreviation, last from number_counter order by abbreviation')} as numbers,
    ${listOf(`select u.name, c.name as company, u.auditor_from as "from", u.auditor_until as until, u.auditor_ends_on as ends
      from lb_user u join client c on c.tenant_id = u.tenant_id and c.id = u.auditor_client_id
      where u.active and not u.blocked and u.auditor_ends_on >= (now() at time zone app.time_zone())::date
      order by u.name, u.id`)} as auditors,
    (select jsonb_build_object('at', coalesce(second_at, confirmed_at), 'by', confirmed_by, 'second', second_by)
      from rights_review where is_complete order by id desc limit 1) as review,
    (select max(downloaded_at) from archive) as "archivedAt"`);
  const newest = <Kind extends ProofRow['kind']>(kind: Kind) =>
    rows.find((row): row is Extract<ProofRow, { kind: Kind }> => row.kind === kind) ?? null;
  return {
    ...read,
    programs: rows.flatMap((row) =>
      row.kind === 'version' ? [{ version: row.figures.version, since: row.at }] : [],
    ),
    backup: newest('backup'),
    rehearsal: newest('rehearsal'),
    auditCheck: newest('audit_check'),
  };
}
