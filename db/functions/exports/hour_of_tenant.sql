create or replace function app.hour_of_tenant(in_tenant bigint, in_at timestamptz) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return extract(hour from in_at at time zone app.time_zone_of(in_tenant));
exception when invalid_parameter_value then
  return extract(hour from in_at at time zone 'Europe/Berlin');
end
$$;
