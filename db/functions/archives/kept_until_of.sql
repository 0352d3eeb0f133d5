-- The last day on which a file of these documents, or one of the documents, must exist; null without a retention, as
-- for a draft. Computed on demand, so that a longer retention applies to existing items.
create or replace function app.kept_until_of(in_tenant bigint, in_created timestamptz, in_stored date,
  in_procurement bigint, in_invoice bigint, in_contract bigint) returns date
language sql stable security definer set search_path = '' as $$
  select greatest(in_stored, case when k.class is not null then app.end_of_retention(
    (in_created at time zone app.time_zone_of(in_tenant))::date, app.retention_years(in_tenant, k.class)) end)
  from (select case
    when in_invoice is not null then 'invoice'
    when exists (select from public.procurement p where p.tenant_id = in_tenant and p.id = in_procurement and p.status <> 'draft')
      or exists (select from public.contract c where c.tenant_id = in_tenant and c.id = in_contract and c.status <> 'draft')
    then 'order' end as class) k
$$;
