-- The amounts that use the budgets of cost centers valid on a day, each rounded to cents so that they add up to the
-- use of the budget (DASH-10). The caller must check who may see the documents.
create or replace function app.budget_rows(in_cost_centers bigint[], in_day date)
returns table(budget_id bigint, procurement_id bigint, invoice_id bigint, ledger_account_id bigint, day date, net numeric, committed numeric)
language sql
stable security definer
set search_path to '' as $$
  with wanted as materialized (
    select b.id, b.cost_center_id, b.ledger_account_id, b.not_allocated, b.start, b."end"
    from public.budget b
    where b.tenant_id = app.tenant_id() and b.cost_center_id = any (in_cost_centers) and b.active
      and in_day between b.start and b."end"
  )
  select b.id, m.procurement_id, m.invoice_id, m.ledger_account_id, m.day,
    round(m.net_until, 2) - round(m.net_until - m.net, 2), round(m.committed_until, 2) - round(m.committed_until - m.committed, 2)
  from wanted b
  cross join lateral (
    select a.*, sum(a.net) over placed as net_until, sum(a.committed) over placed as committed_until
    from public.budget_amount a
    where a.tenant_id = (select app.tenant_id()) and a.cost_center_id = b.cost_center_id and a.day between b.start and b."end"
      and ((select app.auditor_client()) is null or app.counts_for_reader(a))
      and case
        when b.ledger_account_id is not null then a.ledger_account_id = b.ledger_account_id
        when b.not_allocated then not exists (
          select from wanted other
          where other.cost_center_id = b.cost_center_id and other.ledger_account_id = a.ledger_account_id)
        else true end
    window placed as (order by a.id rows unbounded preceding)
  ) m
  where app.has_role('user-price')
$$;
grant execute on function app.budget_rows(bigint[], date) to reader_price;
