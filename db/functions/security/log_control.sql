-- Arguments: the columns that are rights or controls; none for a table of nothing else. The columns of people and
-- group members are rights, all others controls.
create or replace function app.log_control() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  present jsonb := case when tg_op = 'DELETE' then before else after end;
  is_right boolean := tg_table_name in ('lb_user', 'task_group_user', 'permission_user');
  changed text;
begin
  select string_agg(name, ',') into changed from unnest(tg_argv) as name
    where coalesce(nullif(nullif(before -> name, 'null'), '[]'), 'null') is distinct from coalesce(nullif(nullif(after -> name, 'null'), '[]'), 'null');
  if changed is null and (tg_nargs > 0 or before = after) then
    return null;
  end if;
  perform app.log_security(
    (present ->> case when tg_table_name = 'tenant' then 'id' else 'tenant_id' end)::bigint,
    case when is_right then 'rights_changed' else 'control_changed' end,
    (case when tg_table_name = 'lb_user' then present ->> 'id' when is_right then present ->> 'lb_user_id' end)::bigint,
    app.actor_id(),
    jsonb_build_object('what', concat_ws(' ', tg_table_name, coalesce(changed, present ->> 'key', lower(tg_op))),
      'target_id', case when jsonb_typeof(present -> 'id') = 'number' then present ->> 'id' end));
  return null;
end
$$;
