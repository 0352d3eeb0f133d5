-- A person whom a document no longer concerns may not see it any more, so its own notification does not reach them.
-- They are notified that something has left their lists, without its id.
create or replace function app.announce_leaving() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object(
    'tenant', old.tenant_id, 'kind', 'document_person', 'id', old.lb_user_id, 'version', 0)::text);
  return null;
end
$$;
