-- BUD-04: where a company blocks what exceeds a budget, an approval counts what is decided alone, so that those who
-- wait for the same room do not block each other.
create function app.budget_use(in_cost_centers bigint[], in_day date, in_except bigint, in_decided boolean)
returns table (budget_id bigint, consumed numeric) language sql stable security definer set search_path = '' as $function$
  with wanted as materialized (
    select b.id, b.cost_center_id, b.ledger_account_id, b.not_allocated, b.start, b."end"
    from public.budget b
    where b.tenant_id = app.tenant_id() and b.cost_center_id = any (in_cost_centers) and b.active
      and in_day between b.start and b."end"
  ), period as (
    -- A day wider than any time zone needs, so that an index finds the requests.
    select min(start) - 1 as first, max("end") + 2 as last from wanted
  ), touching as (
    select p.id from public.procurement p
    where p.tenant_id = app.tenant_id() and p.cost_center_id = any (in_cost_centers)
      and p.submitted_at >= (select first from period)::timestamptz and p.submitted_at < (select last from period)::timestamptz
    union
    select l.procurement_id from public.procurement_line l
    where l.tenant_id = app.tenant_id() and l.cost_center_id = any (in_cost_centers)
  ), amounts as (
    select cost_center_id, ledger_account_id, day, net
    from app.procurement_amounts(array(
      select t.id from touching t
      where t.id is distinct from in_except and (not in_decided or exists (
        select from public.procurement p
        where p.tenant_id = app.tenant_id() and p.id = t.id and p.status <> 'approval'
          and (p.status <> 'clearing' or p.approved_netto is not null)))))
    union all
    select cost_center_id, ledger_account_id, day, net
    from app.invoice_amounts(array(
      select i.id from public.invoice i
      where i.tenant_id = app.tenant_id() and i.invoice_date between (select first from period) and (select last from period)
        and (i.cost_center_id = any (in_cost_centers) or exists (
          select from public.invoice_line l
          where l.tenant_id = i.tenant_id and l.invoice_id = i.id and l.cost_center_id = any (in_cost_centers)))))
  )
  select b.id, round(coalesce(sum(a.net), 0), 2)
  from wanted b
  left join amounts a on a.cost_center_id = b.cost_center_id and a.day between b.start and b."end"
    and case
      when b.ledger_account_id is not null then a.ledger_account_id = b.ledger_account_id
      when b.not_allocated then not exists (
        select from wanted other
        where other.cost_center_id = b.cost_center_id and other.ledger_account_id = a.ledger_account_id)
      else true end
  group by b.id
$function$;
revoke execute on function app.budget_use(bigint[], date, bigint, boolean) from public;
grant execute on function app.budget_use(bigint[], date, bigint, boolean) to writer;

create or replace function app.budget_use(in_cost_centers bigint[], in_day date, in_except bigint)
returns table (budget_id bigint, consumed numeric) language sql stable security definer set search_path = '' as $function$
  select u.budget_id, u.consumed from app.budget_use(in_cost_centers, in_day, in_except, false) u
$function$;
