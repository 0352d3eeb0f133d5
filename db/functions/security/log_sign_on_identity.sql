create or replace function app.log_sign_on_identity() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform app.log_security(new.tenant_id, 'sign_on_bound', new.lb_user_id, app.actor_id(), jsonb_build_object('target_id', new.id, 'means', 'sign_on'));
  else
    perform app.log_security(old.tenant_id, 'sign_on_removed', old.lb_user_id, app.actor_id(), jsonb_build_object('target_id', old.id));
  end if;
  return null;
end
$$;
