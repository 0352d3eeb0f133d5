create or replace function app.log_device() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.log_security(new.tenant_id, 'new_device', new.lb_user_id, new.lb_user_id, jsonb_build_object('device', new.device))
    where exists (select from public.known_device k
      where k.tenant_id = new.tenant_id and k.lb_user_id = new.lb_user_id and k.device <> new.device);
  return null;
end
$$;
