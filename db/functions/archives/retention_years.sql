-- Years of retention after the year of receipt: the legal period, or longer if the tenant chose so.
create or replace function app.retention_years(in_tenant bigint, in_class text) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(legal.years, (
    select c.value::integer from public.configuration c
    where c.tenant_id = in_tenant and c.client_id is null and c.key = legal.key and c.value ~ '^\d{1,2}$'))
  from (values ('invoice', 8, 'retention_years_invoice'), ('order', 6, 'retention_years_order')) legal (class, years, key)
  where legal.class = in_class
$$;
