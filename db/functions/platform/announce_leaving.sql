-- Whom a document concerns no longer may not see it any more, so that its own announcement does not reach
-- him. He is told that something has left his lists, and not what.
create or replace function app.announce_leaving() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object(
    'tenant', old.tenant_id, 'kind', 'document_person', 'id', old.lb_user_id, 'version', 0)::text);
  return null;
end
$$;
