-- The day of an instant in the tenant's time zone, or in that of Berlin if unknown.
create or replace function app.day_of_tenant(in_tenant bigint, in_at timestamptz) returns date
language plpgsql stable set search_path = '' as $$
begin
  return (in_at at time zone app.time_zone_of(in_tenant))::date;
exception when invalid_parameter_value then
  return (in_at at time zone 'Europe/Berlin')::date;
end
$$;
grant execute on function app.day_of_tenant(bigint, timestamptz) to writer;
