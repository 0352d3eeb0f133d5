-- Tenants to be charged automatically for the past month: on its first days, in their own time zones. An archived
-- tenant is charged for the month of archiving, and for none after it (OP-03); one that moved away, at its new place.
create or replace function app.billings_due(in_now timestamptz) returns table (tenant_id bigint, month date)
language sql stable security definer set search_path = '' as $$
  select t.id, m.month
  from public.tenant t
  cross join lateral (select app.day_of_tenant(t.id, in_now) as today) d
  cross join lateral (select (date_trunc('month', d.today) - interval '1 month')::date as month) m
  where t.automatic_billing and nullif(trim(t.easybill_id), '') is not null
    and extract(day from d.today) <= 7
    and app.day_of_tenant(t.id, t.created_at) < date_trunc('month', d.today)
    and (t.status = 'active' or t.status = 'archived' and app.day_of_tenant(t.id, t.archived_at) >= m.month)
    and not app.is_deleting(t.id)
    and not exists (select from public.billing b where b.tenant_id = t.id and b.month = m.month)
  order by t.id
$$;
grant execute on function app.billings_due(timestamptz) to gate;
