-- The part of each counted invoice on each of these orders, net and in the currency of the invoice, with its known rate.
create or replace function app.shares_of_orders(in_tenant bigint, in_orders bigint[])
returns table (procurement_id bigint, invoice_id bigint, invoice_date date, net numeric, currency text, exchange_rate numeric)
language sql stable set search_path to '' as $$
  select i.procurement_id, i.id, i.invoice_date, round(app.counted_share(i) * (i.total_netto - coalesce((
      select sum(l.total_netto) from public.invoice_line l
      join public.procurement_line o on o.tenant_id = in_tenant and o.id = l.procurement_line_id
      where l.tenant_id = in_tenant and l.invoice_id = i.id and o.procurement_id <> i.procurement_id), 0)), 2),
      i.currency, app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate)
    from public.invoice i
    where i.tenant_id = in_tenant and i.procurement_id = any (in_orders) and app.counts_in_budgets('invoice', i.status)
  union all
  select o.procurement_id, i.id, i.invoice_date, round(app.counted_share(i) * sum(l.total_netto), 2), i.currency,
      app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate)
    from public.procurement_line o
    join public.invoice_line l on l.tenant_id = in_tenant and l.procurement_line_id = o.id
    join public.invoice i on i.tenant_id = in_tenant and i.id = l.invoice_id
    where o.tenant_id = in_tenant and o.procurement_id = any (in_orders)
      and i.procurement_id is distinct from o.procurement_id and app.counts_in_budgets('invoice', i.status)
    group by o.procurement_id, i.tenant_id, i.id
$$;
grant execute on function app.shares_of_orders(bigint, bigint[]) to writer;
