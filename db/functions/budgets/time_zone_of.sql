create or replace function app.time_zone_of(in_tenant bigint) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (select value from public.configuration where tenant_id = in_tenant and key = 'timezone' and client_id is null),
    'Europe/Berlin')
$$;
grant execute on function app.time_zone_of(bigint) to writer;
