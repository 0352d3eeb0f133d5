-- Consumption of these budgets, decided or not.
create or replace function app.budget_use(in_cost_centers bigint[], in_day date, in_except bigint)
returns table (budget_id bigint, consumed numeric) language sql stable security definer set search_path = '' as $function$
  select u.budget_id, u.consumed from app.budget_use(in_cost_centers, in_day, in_except, false) u
$function$;
grant execute on function app.budget_use(bigint[], date, bigint) to writer;

-- Consumption of the budgets of these cost centers active on a day, without one request: the sum of the documents'
-- amounts (BUD-03), and what contracts count beside them (DASH-09). If a company blocks exceeding a budget, an approval counts only decided documents, so that
-- waiting ones do not block each other (BUD-04).
create or replace function app.budget_use(in_cost_centers bigint[], in_day date, in_except bigint, in_decided boolean)
returns table(budget_id bigint, consumed numeric)
language sql
stable security definer
set search_path to '' as $$
  with wanted as materialized (
    select b.id, b.cost_center_id, b.ledger_account_id, b.not_allocated, b.start, b."end"
    from public.budget b
    where b.tenant_id = app.tenant_id() and b.cost_center_id = any (in_cost_centers) and b.active
      and in_day between b.start and b."end"
  ), contracts as materialized (
    select c.budget_id, sum(c.net) as net from app.budget_contracts(in_cost_centers, in_day, in_except, in_decided) c group by c.budget_id
  )
  select b.id, round(coalesce(sum(a.net), 0), 2) + coalesce((select c.net from contracts c where c.budget_id = b.id), 0)
  from wanted b
  left join public.budget_amount a on a.tenant_id = (select app.tenant_id()) and a.cost_center_id = b.cost_center_id
    and a.day between b.start and b."end"
      and ((select app.auditor_client()) is null or app.counts_for_reader(a))
    and (a.invoice_id is not null or a.procurement_id is distinct from in_except)
    and (a.is_decided or not in_decided)
    and case
      when b.ledger_account_id is not null then a.ledger_account_id = b.ledger_account_id
      when b.not_allocated then not exists (
        select from wanted other
        where other.cost_center_id = b.cost_center_id and other.ledger_account_id = a.ledger_account_id)
      else true end
  group by b.id
$$;
grant execute on function app.budget_use(bigint[], date, bigint, boolean) to writer;
