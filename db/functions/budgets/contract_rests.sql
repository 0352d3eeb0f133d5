-- What running contracts of these cost centers, or one contract, still count in budgets: their cost by month, less the
-- orders called off them and their invoices as far as these count (`app.counted_under`), taken off the first months
-- (DASH-09).
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
    select k.id, app.counted_under(k.id, in_except, in_decided) as net from (select distinct m.contract_id as id from months m) k
  )
  select m.contract_id, m.cost_center_id, m.ledger_account_id, m.day, least(m.net, m.net_until - c.net)
  from months m join charged c on c.id = m.contract_id
  where m.net_until > c.net and m.net > 0
$$;
grant execute on function app.contract_rests(bigint[], bigint, bigint, boolean) to writer;
