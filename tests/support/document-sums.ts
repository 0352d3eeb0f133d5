/** Reads as superuser. */
type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

interface Part {
  readonly span: string;
  readonly kind: string;
  readonly dimension: string;
  readonly key: string | null;
  readonly kept: string;
  readonly true: string;
}

/** Yearly value of contracts in the currency of their company, with the expected value of usage (CON-37, CON-39, PRICE-07). */
const yearlySql = `
  select k.id, coalesce(round(sum(l.total * l.times) * case when d.company_currency <> k.currency then k.exchange_rate else 1 end, 2), 0) as net
  from contract k join document d on d.kind = 'contract' and d.id = k.id
  cross join lateral (
    select case when n.id is null then k.total_netto else n.total end as total,
      coalesce(('{"yearly": 1, "semiannually": 2, "quarterly": 4, "monthly": 12}'::jsonb ->> coalesce(n.usage_type, k.usage_type))::int, 1) as times
    from (select) one left join contract_line n on n.contract_id = k.id
  ) l
  where k.tenant_id = $1 group by k.id, k.currency, k.exchange_rate, d.company_currency`;

/** The stored sums of a tenant that differ from those of its documents (DASH-03). */
export async function wrongSums(sql: Sql, tenantId: number): Promise<readonly string[]> {
  const parts = await sql<Part>(
    `with yearly as (${yearlySql}), kept as (
       select span, kind, currency, dimension, key, sum(count) as count, sum(quantity) as quantity, sum(net) as net
       from document_total where tenant_id = $1 group by 1, 2, 3, 4, 5
     ), counted as (
       select app.sum_span(d.created_at) as span, d.kind, d.company_currency as currency, p.dimension, p.key,
         count(*) as count, 0 as quantity, sum(case d.kind when 'contract' then y.net else d.company_netto end) as net
       from document d
       left join yearly y on d.kind = 'contract' and y.id = d.id
       cross join lateral (values ('status', d.status), ('department', d.department_id::text),
         ('cost_center', d.cost_center_id::text), ('ledger_account', d.ledger_account_id::text)) as p (dimension, key)
       where d.tenant_id = $1 and d.status <> 'draft' group by 1, 2, 3, 4, 5
       union all
       select app.sum_span(d.created_at), d.kind, d.company_currency, 'product',
         jsonb_build_array(l.product_id, case when l.product_id is null then l.supplier_id end,
           case when l.product_id is null then l.item_number end, coalesce(l.unit, ''))::text,
         count(*), sum(coalesce(l.quantity, 0)), sum(l.total_netto)
       from document d join procurement_line l on l.procurement_id = d.id
       where d.tenant_id = $1 and d.kind = 'procurement' and d.status <> 'draft' and d.currency = d.company_currency
         and l.kind = 'item' and (l.product_id is not null or l.item_number is not null)
       group by 1, 2, 3, 4, 5
     ), compared as (
       select span, kind, currency, dimension, key,
         coalesce(sum(count) filter (where is_kept), 0) || ' for ' || round(coalesce(sum(net) filter (where is_kept), 0), 2)
           || ', ' || round(coalesce(sum(quantity) filter (where is_kept), 0), 3) as kept,
         coalesce(sum(count) filter (where not is_kept), 0) || ' for ' || round(coalesce(sum(net) filter (where not is_kept), 0), 2)
           || ', ' || round(coalesce(sum(quantity) filter (where not is_kept), 0), 3) as true
       from (select *, true as is_kept from kept union all select *, false from counted) s
       group by 1, 2, 3, 4, 5
     )
     select span::text, kind, dimension, key, kept, "true" from compared where kept <> "true"`,
    [tenantId],
  );
  return parts.map(
    (part) =>
      `${part.kind} ${part.dimension} ${part.key} since ${part.span}: ${part.kept} are kept, ${part.true} are there`,
  );
}
