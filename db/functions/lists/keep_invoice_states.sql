-- Records changes of invoices from today on, so that lists of former days stay unchanged. An invoice counts from its
-- own date once it is checked, but not in a closed month, and until then from the day of its arrival.
create or replace function app.keep_invoice_states(in_tenant bigint, in_ids bigint[]) returns void
language plpgsql
security definer
set search_path to ''
set plan_cache_mode to 'force_generic_plan' as $$
declare
  today date := app.day_of_tenant(in_tenant, now());
begin
  -- A closing waits for changes under way, so that each of them is in its lists or on the first open day.
  perform pg_advisory_xact_lock_shared(hashtextextended('closed month', in_tenant));
  with changed as materialized (
    select f.*, f.is_counted or coalesce(l.is_checked, false) as is_checked, l.id as last_id, l.is_checked as was_checked,
      app.first_open_day(in_tenant, f.client_id) as open_from,
      l.since >= today and not exists (
        select from public.closed_month m
        where m.tenant_id = in_tenant and m.client_id = l.client_id and m.closed_at >= l.recorded_at) as is_replaced,
      case when l.id is null then f.paid_on
        when l.paid_on = f.paid_on then l.paid_noted_on
        when f.paid_on is not null then greatest(f.paid_on, today) end as paid_noted_on
    from app.facts_of_invoices(in_tenant, in_ids) f
    left join public.invoice_state l on l.tenant_id = in_tenant and l.invoice_id = f.invoice_id and l.until = 'infinity'
    where (l.id is not null or f.invoice_date is not null)
      and (f.status, f.client_id, f.department_id, f.cost_center_id, f.contract_id, f.invoice_date, f.currency, f.net, f.exported_on,
        f.discount_1_date, f.discount_2_date, f.discount_1_net, f.discount_2_net, f.paid, f.paid_on) is distinct from
        (l.status, l.client_id, l.department_id, l.cost_center_id, l.contract_id, l.invoice_date, l.currency, l.net, l.exported_on,
        l.discount_1_date, l.discount_2_date, l.discount_1_net, l.discount_2_net, l.paid, l.paid_on)
  ), replaced as (
    delete from public.invoice_state v using changed c
    where v.tenant_id = in_tenant and v.id = c.last_id and c.is_replaced
  ), ended as (
    update public.invoice_state v set until = today from changed c
    where v.tenant_id = in_tenant and v.id = c.last_id and not c.is_replaced
  ), span as (
    select c.invoice_id, case
        when c.last_id is not null then today
        else least(today, greatest(case when c.is_checked then c.invoice_date else c.created_on end, c.open_from)) end as since,
      date 'infinity' as until
    from changed c
    union all
    select c.invoice_id, greatest(c.invoice_date, c.open_from), f.since
    from changed c
    cross join lateral (
      select min(v.since) as since from public.invoice_state v where v.tenant_id = in_tenant and v.invoice_id = c.invoice_id) f
    where c.is_checked and not c.was_checked and c.invoice_date < f.since and c.open_from < f.since
  )
  insert into public.invoice_state (tenant_id, invoice_id, since, until, is_checked, status, client_id, department_id, cost_center_id, contract_id,
    invoice_date, currency, net, exported_on, discount_1_date, discount_2_date, discount_1_net, discount_2_net, paid, paid_on, paid_noted_on)
  select in_tenant, c.invoice_id, s.since, s.until, c.is_checked, c.status, c.client_id, c.department_id, c.cost_center_id, c.contract_id,
    c.invoice_date, c.currency, c.net, c.exported_on, c.discount_1_date, c.discount_2_date, c.discount_1_net, c.discount_2_net,
    c.paid, c.paid_on, c.paid_noted_on
  from changed c join span s on s.invoice_id = c.invoice_id;
end
$$;
