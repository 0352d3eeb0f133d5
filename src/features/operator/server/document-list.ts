import type { Tx } from '../../../platform/server/database.ts';
import type { DocumentListAnswer, ListedDocument, ListedKind } from '../model.ts';

/** Documents per page. */
const pageSize = 50;

interface Question {
  readonly kind: ListedKind;
  /** `YYYY-MM` in the tenant's time zone; absent for all months. */
  readonly month?: string | undefined;
  readonly before?: string | undefined;
  readonly before_id?: number | undefined;
}

/** A tenant's purchase orders or invoices, newest first, with counts of recent months (OP-05). */
export async function listDocuments(
  tx: Tx,
  tenantId: number,
  question: Question,
): Promise<DocumentListAnswer> {
  const { zone, ...tenant } = await tx.one<DocumentListAnswer['tenant'] & { zone: string }>(
    'select id, name, status, app.zone_of_tenant(id) as zone from tenant where id = $1',
    [tenantId],
  );
  const [months, rows] = await Promise.all([
    monthsOf(tx, tenantId, question.kind, zone),
    pageOf(tx, tenantId, question, zone),
  ]);
  const documents = rows.slice(0, pageSize).map(({ timeline_id, ...row }) => row);
  const last = rows[pageSize - 1];
  const next =
    rows.length > pageSize && last ? { created_at: last.created_at, timeline_id: last.timeline_id } : null;
  return { tenant, time_zone: zone, months, documents, next };
}

/** Months of the last two years that have documents. */
function monthsOf(tx: Tx, tenantId: number, kind: ListedKind, zone: string) {
  return tx.fixed<DocumentListAnswer['months'][number]>(
    `select to_char(created_at at time zone $3, 'YYYY-MM') as month, count(*)::integer as count
     from document
     where tenant_id = $1 and kind = $2
       and created_at >= (date_trunc('month', now() at time zone $3) - interval '23 months') at time zone $3
     group by 1 order by 1 desc`,
    [tenantId, kind, zone],
  );
}

/**
 * Newest documents of a tenant (`$1`) and a kind (`$2`), in a month of its time zone, after the last one of the page
 * before.
 */
export const pageSql = `
  select d.id, d.timeline_id, d.number, c.name as company, d.created_at, d.status, d.total_brutto as gross, d.currency
  from document d
  left join client c on c.tenant_id = d.tenant_id and c.id = d.client_id
  where d.tenant_id = $1 and d.kind = $2
    and d.created_at >= coalesce($3::timestamp at time zone $4, '-infinity')
    and d.created_at < coalesce(($3::timestamp + interval '1 month') at time zone $4, 'infinity')
    and (d.created_at, d.timeline_id) < (coalesce($5::timestamptz, 'infinity'), coalesce($6::bigint, 0))
  order by d.created_at desc, d.timeline_id desc
  limit ${pageSize + 1}`;

function pageOf(tx: Tx, tenantId: number, { kind, month, before, before_id }: Question, zone: string) {
  const first = month === undefined ? null : `${month}-01`;
  const values = [tenantId, kind, first, zone, before ?? null, before_id ?? null];
  return tx.fixed<ListedDocument & { readonly timeline_id: number }>(pageSql, values);
}
