-- A tenant may end sessions that nobody uses (AUTH-36): after so many minutes, in the setting `session_idle_minutes`.
create function app.session_idle(in_tenant bigint) returns interval
language sql stable security definer set search_path = '' as $$
  select make_interval(mins => value::integer) from public.configuration
    where tenant_id = in_tenant and client_id is null and key = 'session_idle_minutes' and value ~ '^[1-9]\d{0,4}$'
$$;
grant execute on function app.session_idle(bigint) to gate;

-- The setting is a control: not changed while acting as another, and noted.
create trigger guard_four_eyes_session before insert or update on configuration
  for each row when (new.key = 'session_idle_minutes') execute function app.guard_four_eyes();
create trigger guard_four_eyes_session_before before update or delete on configuration
  for each row when (old.key = 'session_idle_minutes') execute function app.guard_four_eyes();
create trigger security_control_session after insert or update on configuration
  for each row when (new.key = 'session_idle_minutes') execute function app.log_control();
create trigger security_control_session_before after delete on configuration
  for each row when (old.key = 'session_idle_minutes') execute function app.log_control();
