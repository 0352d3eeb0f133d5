-- What running contracts of these cost centers, or one contract, still count in budgets: their cost by month, less the
-- orders called off them and their invoices as far as these count, taken off the first months (DASH-09). An amount belongs to
-- the contract of its order, else to that of its invoice. Without one request, and only less what is decided, as in
-- `app.budget_use`.
create or replace function app.contract_rests(in_cost_centers bigint[], in_contract bigint, in_except bigint, in_decided boolean)
returns table (contract_id bigint, cost_center_id bigint, ledger_account_id bigint, day date, net numeric)
language sql stable security definer set search_path to '' as $$
  with months as materialized (
    select m.contract_id, m.cost_center_id, m.ledger_account_id, m.day, m.net,
      sum(m.net) over (partition by m.contract_id order by m.day) as net_until
    from public.contract_month m
    join public.contract k on k.tenant_id = m.tenant_id and k.id = m.contract_id
    join public.client c on c.tenant_id = k.tenant_id and c.id = k.client_id and c.contracts_in_budgets
    where m.tenant_id = app.tenant_id() and m.currency is null and (m.cost_center_id = any (in_cost_centers) or m.contract_id = in_contract)
      and (app.auditor_client() is null or k.client_id = app.auditor_client())
  ), charged as materialized (
    select k.id, round(coalesce(o.net, 0) + coalesce(i.net, 0) + coalesce(s.net, 0), 2) as net
    from (select distinct m.contract_id as id from months m) k
    left join lateral (
      select sum(a.net) as net from public.procurement p
      join public.budget_amount a on a.tenant_id = p.tenant_id and a.procurement_id = p.id
      where p.tenant_id = app.tenant_id() and p.contract_id = k.id
        and (a.invoice_id is not null or p.id is distinct from in_except) and (a.is_decided or not in_decided)) o on true
    left join lateral (
      select sum(a.net) as net from public.invoice i
      join public.budget_amount a on a.tenant_id = i.tenant_id and a.invoice_id = i.id and a.procurement_id is null
      where i.tenant_id = app.tenant_id() and i.contract_id = k.id) i on true
    left join lateral (
      -- Invoices of the contract that name an order of no contract count with that order.
      select sum(s.net * s.exchange_rate) as net
      from app.orders_of_invoices(app.tenant_id(), array(
        select i.id from public.invoice i where i.tenant_id = app.tenant_id() and i.contract_id = k.id)) as o (id)
      join public.procurement p on p.tenant_id = app.tenant_id() and p.id = o.id and p.contract_id is null
      cross join lateral app.shares_of_orders(p.tenant_id, array[p.id]) s
      join public.invoice i on i.tenant_id = p.tenant_id and i.id = s.invoice_id and i.contract_id = k.id) s on true
  )
  select m.contract_id, m.cost_center_id, m.ledger_account_id, m.day, least(m.net, m.net_until - c.net)
  from months m join charged c on c.id = m.contract_id
  where m.net_until > c.net and m.net > 0
$$;
grant execute on function app.contract_rests(bigint[], bigint, bigint, boolean) to writer;
