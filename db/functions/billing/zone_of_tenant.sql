-- The time zone of a tenant, by which its documents are counted per month; null for anyone but operators.
create or replace function app.zone_of_tenant(in_tenant bigint) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  zone text;
begin
  if not app.is_operator() then
    return null;
  end if;
  select value into zone from public.configuration
    where tenant_id = in_tenant and key = 'timezone' and client_id is null;
  perform now() at time zone zone;
  return coalesce(zone, 'Europe/Berlin');
exception when invalid_parameter_value then
  return 'Europe/Berlin';
end
$$;
grant execute on function app.zone_of_tenant(bigint) to operator;
