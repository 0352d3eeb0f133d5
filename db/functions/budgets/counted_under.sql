-- What the orders called off a contract and its invoices count in budgets, net in company currency (DASH-09). An amount
-- belongs to the contract of its order, else to that of its invoice. Without one request, and only what is decided, as
-- in `app.budget_use`.
create or replace function app.counted_under(in_contract bigint, in_except bigint, in_decided boolean) returns numeric
language sql stable security definer set search_path to '' as $$
  select round(coalesce((
      select sum(a.net) from public.procurement p
      join public.budget_amount a on a.tenant_id = p.tenant_id and a.procurement_id = p.id
      where p.tenant_id = app.tenant_id() and p.contract_id = in_contract
        and (a.invoice_id is not null or p.id is distinct from in_except) and (a.is_decided or not in_decided)), 0)
    + coalesce((
      select sum(a.net) from public.invoice i
      join public.budget_amount a on a.tenant_id = i.tenant_id and a.invoice_id = i.id and a.procurement_id is null
      where i.tenant_id = app.tenant_id() and i.contract_id = in_contract), 0)
    + coalesce((
      -- Invoices of the contract that name an order of no contract count with that order.
      select sum(s.net * s.exchange_rate)
      from app.orders_of_invoices(app.tenant_id(), array(
        select i.id from public.invoice i where i.tenant_id = app.tenant_id() and i.contract_id = in_contract)) as o (id)
      join public.procurement p on p.tenant_id = app.tenant_id() and p.id = o.id and p.contract_id is null
      cross join lateral app.shares_of_orders(p.tenant_id, array[p.id]) s
      join public.invoice i on i.tenant_id = p.tenant_id and i.id = s.invoice_id and i.contract_id = in_contract), 0), 2)
$$;
grant execute on function app.counted_under(bigint, bigint, boolean) to writer;
