-- What contracts count in the budgets of these cost centers valid on a day, as in `app.budget_use` (DASH-09). The caller
-- must check who may see the contracts.
create or replace function app.budget_contracts(in_cost_centers bigint[], in_day date, in_except bigint default null, in_decided boolean default false)
returns table (budget_id bigint, contract_id bigint, ledger_account_id bigint, day date, net numeric)
language sql stable security definer set search_path to '' as $$
  with wanted as materialized (
    select b.id, b.cost_center_id, b.ledger_account_id, b.not_allocated, b.start, b."end"
    from public.budget b
    where b.tenant_id = app.tenant_id() and b.cost_center_id = any (in_cost_centers) and b.active
      and in_day between b.start and b."end"
  )
  select b.id, r.contract_id, r.ledger_account_id, r.day, r.net
  from app.contract_rests(in_cost_centers, null, in_except, in_decided) r
  join wanted b on b.cost_center_id = r.cost_center_id and r.day between b.start and b."end" and case
    when b.ledger_account_id is not null then r.ledger_account_id = b.ledger_account_id
    when b.not_allocated then not exists (
      select from wanted other
      where other.cost_center_id = b.cost_center_id and other.ledger_account_id = r.ledger_account_id)
    else true end
$$;
grant execute on function app.budget_contracts(bigint[], date, bigint, boolean) to reader_price;
