-- A tenant may end idle sessions (AUTH-36) after the minutes of the setting `session_idle_minutes`.
create or replace function app.session_idle(in_tenant bigint) returns interval
language sql stable security definer set search_path = '' as $$
  select make_interval(mins => value::integer) from public.configuration
    where tenant_id = in_tenant and client_id is null and key = 'session_idle_minutes' and value ~ '^[1-9]\d{0,4}$'
$$;
grant execute on function app.session_idle(bigint) to gate, writer;
