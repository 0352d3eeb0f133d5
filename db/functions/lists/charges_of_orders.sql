-- The part of each counted invoice on the lines of these orders: by its own lines, and the rest in proportion to the
-- remainder of the lines ordered by then. Invoices whose rate is unknown are left out.
create or replace function app.charges_of_orders(in_tenant bigint, in_orders bigint[])
returns table(procurement_id bigint, line bigint, invoice_id bigint, day date, net numeric)
language sql
stable
set search_path to '' as $$
  with own as materialized (
    select o.procurement_id, o.id as line, i.id as invoice_id, coalesce(i.invoice_date, app.day_of_tenant(in_tenant, i.created_at)) as day,
      round(sum(l.total_netto) * app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate) * app.counted_share(i), 2) as net
    from public.procurement_line o
    join public.invoice_line l on l.tenant_id = in_tenant and l.procurement_line_id = o.id
    join public.invoice i on i.tenant_id = in_tenant and i.id = l.invoice_id and app.counts_in_budgets('invoice', i.status)
    where o.tenant_id = in_tenant and o.procurement_id = any (in_orders)
    group by i.tenant_id, i.id, o.tenant_id, o.id
  ), rest as (
    select i.procurement_id, i.id as invoice_id, coalesce(i.invoice_date, app.day_of_tenant(in_tenant, i.created_at)) as day,
      round((i.total_netto - coalesce((
        select sum(l.total_netto) from public.invoice_line l
        where l.tenant_id = in_tenant and l.invoice_id = i.id and l.procurement_line_id is not null), 0))
        * app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate) * app.counted_share(i), 2) as net
    from public.invoice i
    where i.tenant_id = in_tenant and i.procurement_id = any (in_orders) and app.counts_in_budgets('invoice', i.status)
  ), weighed as (
    select r.procurement_id, r.invoice_id, r.day, r.net, m.line, m.net as ordered, greatest(0, m.net - coalesce(sum(own.net), 0)) as uncharged
    from rest r
    cross join lateral (
      select m.line, sum(m.net) as net
      from (
        select o.line, o.day, o.net, min(o.day) over () as first_day from public.order_movement o
        where o.tenant_id = in_tenant and o.procurement_id = r.procurement_id and o.kind = 'ordered'
      ) m
      where m.day <= greatest(r.day, m.first_day) group by m.line
    ) m
    left join own on own.procurement_id = r.procurement_id and own.line = m.line and (own.day, own.invoice_id) <= (r.day, r.invoice_id)
    where r.net <> 0
    group by r.procurement_id, r.invoice_id, r.day, r.net, m.line, m.net
  ), shares as (
    select procurement_id, invoice_id, day, net, line,
      case when sum(uncharged) over of_invoice > 0 then uncharged when sum(ordered) over of_invoice > 0 then ordered else 1 end as weight
    from weighed window of_invoice as (partition by procurement_id, invoice_id)
  ), placed as (
    select procurement_id, invoice_id, day, net, line, weight, sum(weight) over (of_invoice order by line) as until,
      sum(weight) over of_invoice as whole
    from shares window of_invoice as (partition by procurement_id, invoice_id)
  ), charges as (
    select procurement_id, line, invoice_id, day, net from own
    union all
    select procurement_id, line, invoice_id, day, round(net * until / whole, 2) - round(net * (until - weight) / whole, 2) from placed
  )
  select procurement_id, line, invoice_id, day, sum(net) from charges group by 1, 2, 3, 4 having sum(net) <> 0
$$;
