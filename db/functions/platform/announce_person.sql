-- A person's open streams end together with the tokens they were opened with (AUTH-20).
create or replace function app.announce_person() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object(
    'tenant', new.tenant_id, 'kind', 'lb_user', 'id', new.id, 'version', new.token_version)::text);
  return null;
end
$$;
