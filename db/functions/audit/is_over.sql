-- Whether the last day of an auditor's access is over, in the time zone of the tenant.
create or replace function app.is_over(in_tenant bigint, in_day date) returns boolean
language sql stable security definer set search_path = '' as $$
  select (now() at time zone app.time_zone_of(in_tenant))::date > in_day
$$;
grant execute on function app.is_over(bigint, date) to gate, writer;
