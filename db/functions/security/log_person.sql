create or replace function app.log_person() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.api_token_hash is distinct from old.api_token_hash then
    perform app.log_security(new.tenant_id, case when new.api_token_hash is null then 'token_revoked' else 'token_made' end, new.id, app.actor_id());
  end if;
  if new.email is distinct from old.email then
    perform app.log_security(new.tenant_id, 'address_changed', new.id, app.actor_id());
  end if;
  return null;
end
$$;
