-- The facts of invoices for the lists of a day, in the currency of their company. An invoice whose rate is unknown is in
-- its own currency, so that no sum mixes them (PRICE-07). An older migration runs this before `app.known_rate` exists.
create or replace function app.facts_of_invoices(in_tenant bigint, in_ids bigint[])
returns table (invoice_id bigint, is_counted boolean, created_on date, status text, client_id bigint, department_id bigint, cost_center_id bigint, contract_id bigint,
  invoice_date date, currency text, net numeric, exported_on date, discount_1_date date, discount_2_date date,
  discount_1_net numeric, discount_2_net numeric, paid boolean, paid_on date)
language sql stable set search_path to '' as $$
  select i.id, app.counts_in_budgets('invoice', i.status), app.day_of_tenant(in_tenant, i.created_at), i.status, i.client_id, i.department_id, i.cost_center_id,
    coalesce(i.contract_id, p.contract_id), i.invoice_date, case when n.is_rated then coalesce(c.currency, i.currency) else i.currency end, round(i.total_netto * n.rate, 2),
    (i.exported_at at time zone app.time_zone_of(in_tenant))::date, i.discount_1_date, i.discount_2_date,
    coalesce(i.discount_1_amount, 0) * n.share * n.rate, coalesce(i.discount_2_amount, 0) * n.share * n.rate,
    i.paid, case when i.paid then i.paid_on end
  from public.invoice i
  left join public.client c on c.tenant_id = in_tenant and c.id = i.client_id
  left join public.procurement p on p.tenant_id = in_tenant and p.id = i.procurement_id
  cross join lateral (
    select r.rate is not null as is_rated, coalesce(r.rate, 1) as rate, coalesce(i.total_netto / nullif(i.total_brutto, 0), 0) as share
    from (select case when c.currency <> i.currency then i.exchange_rate else 1 end as rate) r) n
  where i.tenant_id = in_tenant and i.id = any (in_ids)
$$;
