-- The token itself is in no log.
create or replace function app.log_service_token() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.log_security(new.tenant_id, case when new.secret_hash is null then 'token_revoked' else 'token_made' end,
    new.lb_user_id, app.actor_id());
  return null;
end
$$;
