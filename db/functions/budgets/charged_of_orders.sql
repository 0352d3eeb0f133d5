-- Invoiced amounts on order lines, net in the currency of the order: by line, and without a line in total (null).
-- Includes the part of an invoice in excess of the order line, after all earlier invoices.
create or replace function app.charged_of_orders(in_tenant bigint, in_orders bigint[])
returns table (procurement_id bigint, procurement_line_id bigint, invoice_id bigint, net numeric, beyond numeric)
language sql stable set search_path to '' as $$
  with charges as materialized (
    select p.id as procurement_id, o.id as line_id, i.id as invoice_id, i.invoice_date,
      sum(app.in_currency(app.counted_share(i) * case when l.id is null then i.total_netto else coalesce(l.total_netto, 0) end,
        i.currency, app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate),
        p.currency, app.known_rate(p.tenant_id, p.client_id, p.currency, p.exchange_rate))) as net
    from public.invoice i
    left join public.invoice_line l on l.tenant_id = in_tenant and l.invoice_id = i.id
    left join public.procurement_line o on o.tenant_id = in_tenant and o.id = l.procurement_line_id
    join public.procurement p on p.tenant_id = in_tenant and p.id = coalesce(o.procurement_id, i.procurement_id)
    where i.tenant_id = in_tenant and app.counts_in_budgets('invoice', i.status) and p.id = any (in_orders)
      and i.id in (select s.invoice_id from app.shares_of_orders(in_tenant, in_orders) s)
    group by p.id, o.id, i.id, i.invoice_date
  )
  select c.procurement_id, c.line_id, c.invoice_id, c.net,
    greatest(0, u.net - w.worth) - greatest(0, u.net - c.net - w.worth)
  from charges c
  cross join lateral (
    select sum(other.net) as net from charges other
    where other.procurement_id = c.procurement_id and other.line_id is not distinct from c.line_id
      and (other.invoice_date, other.invoice_id) <= (c.invoice_date, c.invoice_id)
  ) u
  cross join lateral (
    -- Amounts without a line are compared with the lines that no amount names.
    select coalesce(sum(o.total_netto), 0) as worth from public.procurement_line o
    where o.tenant_id = in_tenant and o.procurement_id = c.procurement_id and case when c.line_id is not null then o.id = c.line_id
      else not exists (select from charges named where named.line_id = o.id) end
  ) w
  -- Not known while a rate is unknown.
  where c.net is not null
$$;
grant execute on function app.charged_of_orders(bigint, bigint[]) to writer;
