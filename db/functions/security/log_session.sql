create or replace function app.log_session() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  is_acting boolean := new.actor_id <> new.lb_user_id;
  about jsonb := jsonb_build_object('device', new.device, 'address', new.client_address, 'means', new.means);
begin
  if tg_op = 'INSERT' then
    perform app.log_security(new.tenant_id, case when is_acting then 'acting_began' else 'login' end, new.lb_user_id, new.actor_id, about);
  else
    perform app.log_security(new.tenant_id,
      case when is_acting then 'acting_ended' when new.ended_by = 'logout' then 'logout' else 'session_ended' end,
      new.lb_user_id, coalesce(nullif(app.actor_id(), 0), new.actor_id),
      about || jsonb_build_object('code', case when new.ended_by <> 'logout' then new.ended_by end));
  end if;
  return null;
end
$$;
