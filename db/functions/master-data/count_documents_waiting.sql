-- Counts documents affected by deactivating rows or by changing steering fields, in any way, for the answer to the
-- person.
create or replace function app.count_documents_waiting() returns trigger language plpgsql set search_path to '' as $$
declare
  steering constant text[] := (select array_agg(s.field) from app.steering() s where s.table_name = tg_table_name);
begin
  perform app.note_reached(tg_table_name, array(
    select n.id from was o join now_is n on n.id = o.id and n.tenant_id = o.tenant_id
    where o.active and not n.active
      or app.picked(to_jsonb(o), steering) is distinct from app.picked(to_jsonb(n), steering)), null);
  return null;
end
$$;
