-- The register of controls is logged through its changes (AUTH-37): proposed, immediate, confirmed or rejected.
create or replace function app.log_control_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.log_security(
    new.tenant_id,
    case when new.table_name in ('lb_user', 'task_group_user') then 'rights_changed' else 'control_changed' end,
    case new.table_name when 'lb_user' then new.of_id
      when 'task_group_user' then (coalesce(new.after, new.before) ->> 'lb_user_id')::bigint end,
    app.actor_id(),
    jsonb_build_object('what', concat_ws(' ', new.table_name, case when new.control = new.table_name then new.act else new.control end),
      'target_id', new.of_id, 'code', new.state));
  return null;
end
$$;
