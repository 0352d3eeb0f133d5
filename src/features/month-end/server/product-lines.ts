import type { ListStatement } from './list-statement.ts';

/**
 * The order lines of one product ($7), created from one day ($6) until another ($1), as the dashboard adds them up
 * (DASH-10, DASH-04). The product is matched by id, else by supplier and item number, and by unit. Each line is
 * rounded so that the sum is that of the product. Lines whose rate is unknown are listed in their own currency, beside
 * this sum (PRICE-07).
 */
export const productLines: ListStatement = {
  also: ['time_zone', 'from', 'product'],
  narrowed: `
  with wanted as materialized (
    select ($7::jsonb ->> 0)::bigint as product_id, ($7::jsonb ->> 1)::bigint as supplier_id, $7::jsonb ->> 2 as item_number,
      $7::jsonb ->> 3 as unit, $6::date::timestamp at time zone $5::text as lower, ($1::date + 1)::timestamp at time zone $5::text as upper
  ), found as (
    select d.id, l.id as line, d.created_at, n.currency, l.quantity, sum(n.net) over placed as until, n.net
    from wanted a
    join procurement_line l on l.kind = 'item' and coalesce(l.unit, '') = a.unit
      and case when a.product_id is not null then l.product_id = a.product_id
        else l.product_id is null and l.item_number = a.item_number and l.supplier_id is not distinct from a.supplier_id end
    join document d on d.kind = 'procurement' and d.id = l.procurement_id and d.created_at >= a.lower and d.created_at < a.upper
      and d.status <> 'draft'
    join procurement p on p.id = d.id
    cross join lateral (select case when d.currency = d.company_currency then 1 else p.exchange_rate end as rate) r
    cross join lateral (
      select case when r.rate is null then d.currency else d.company_currency end as currency,
        l.total_netto * coalesce(r.rate, 1) as net) n
    where ($2::bigint is null or d.client_id = $2) and ($3::bigint is null or d.department_id = $3)
      and ($4::bigint is null or d.cost_center_id = $4)
    window placed as (partition by n.currency order by l.id rows unbounded preceding)
  )
  select id, line, created_at, currency, quantity, round(until, 2) - round(until - net, 2) as value from found`,
  inCurrency: (amount) => amount,
  order: 'l.created_at, l.line',
  named: (rows) => `
    select 'procurement' as kind, r.id, r.currency, d.number, d.name, s.name as supplier, l.description as line, c.name as client,
      shown_name(e) as department, concat_ws(' ', z.number, shown_name(z)) as cost_center,
      (r.created_at at time zone app.time_zone())::date::text as created_on, r.quantity::text as quantity, l.unit, r.value
    from ${rows} r
    join document d on d.kind = 'procurement' and d.id = r.id
    join procurement_line l on l.id = r.line
    left join supplier s on s.id = l.supplier_id
    left join client c on c.id = d.client_id
    left join department e on e.id = d.department_id
    left join cost_center z on z.id = d.cost_center_id
    order by r.created_at, r.line`,
};
