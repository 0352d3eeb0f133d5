-- Use of the budgets of these cost centers valid on a day, by month (DASH-04): rows of documents, and of contracts, which are
-- committed (DASH-09). Parts of a budget are added before
-- rounding, as in `app.budget_use`; each budget is summed separately, in the order of its index.
create or replace function app.budget_months(in_cost_centers bigint[], in_day date)
returns table(budget_id bigint, month date, consumed numeric, committed numeric)
language sql
stable security definer
set search_path to '' as $$
  with wanted as materialized (
    select b.id, b.cost_center_id, b.ledger_account_id, b.not_allocated, b.start, b."end"
    from public.budget b
    where b.tenant_id = app.tenant_id() and b.cost_center_id = any (in_cost_centers) and b.active
      and in_day between b.start and b."end"
  )
  select b.id, m.month, m.net, m.committed
  from wanted b
  cross join lateral (
    select date_trunc('month', a.day::timestamp)::date as month, sum(a.net) as net, sum(a.committed) as committed
    from public.budget_amount a
    where a.tenant_id = (select app.tenant_id()) and a.cost_center_id = b.cost_center_id and a.day between b.start and b."end"
      and ((select app.auditor_client()) is null or app.counts_for_reader(a))
      and case
        when b.ledger_account_id is not null then a.ledger_account_id = b.ledger_account_id
        when b.not_allocated then not exists (
          select from wanted other
          where other.cost_center_id = b.cost_center_id and other.ledger_account_id = a.ledger_account_id)
        else true end
    group by 1
  ) m
  where app.has_role('user-price')
  union all
  select c.budget_id, date_trunc('month', c.day::timestamp)::date, c.net, c.net
  from app.budget_contracts(in_cost_centers, in_day) c
  where app.has_role('user-price')
$$;
grant execute on function app.budget_months(bigint[], date) to reader_price;
