/** Reads past all walls. */
type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

interface Part {
  readonly span: string;
  readonly kind: string;
  readonly dimension: string;
  readonly key: string | null;
  readonly kept: string;
  readonly true: string;
}

/** The kept sums of a tenant that are not those of its documents (DASH-03). */
export async function wrongSums(sql: Sql, tenantId: number): Promise<readonly string[]> {
  const parts = await sql<Part>(
    `with kept as (
       select span, kind, currency, dimension, key, sum(count) as count, sum(net) as net
       from document_total where tenant_id = $1 group by 1, 2, 3, 4, 5
     ), counted as (
       select app.sum_span(d.created_at) as span, d.kind, d.company_currency as currency, p.dimension, p.key,
         count(*) as count, sum(d.company_netto) as net
       from document d
       cross join lateral (values ('status', d.status), ('department', d.department_id::text),
         ('cost_center', d.cost_center_id::text), ('ledger_account', d.ledger_account_id::text)) as p (dimension, key)
       where d.tenant_id = $1 and d.status <> 'draft' group by 1, 2, 3, 4, 5
     ), compared as (
       select span, kind, currency, dimension, key, coalesce(sum(count) filter (where is_kept), 0) as kept_count,
         coalesce(sum(net) filter (where is_kept), 0) as kept_net,
         coalesce(sum(count) filter (where not is_kept), 0) as count, coalesce(sum(net) filter (where not is_kept), 0) as net
       from (select *, true as is_kept from kept union all select *, false from counted) s
       group by 1, 2, 3, 4, 5
     )
     select span::text, kind, dimension, key, kept_count || ' for ' || kept_net as kept, count || ' for ' || net as true
       from compared where (kept_count, kept_net) <> (count, net)`,
    [tenantId],
  );
  return parts.map(
    (part) =>
      `${part.kind} ${part.dimension} ${part.key} since ${part.span}: ${part.kept} are kept, ${part.true} are there`,
  );
}
