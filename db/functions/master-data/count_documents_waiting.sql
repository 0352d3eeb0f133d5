-- Counts documents affected by deactivating rows or by changing steering fields, in any way, for the answer to the
-- person. Notes rows whose steering fields changed, because many of them at once need a confirmation (API-41).
create or replace function app.count_documents_waiting() returns trigger language plpgsql set search_path to '' as $$
declare
  steering constant text[] := (select array_agg(s.field) from app.steering() s where s.table_name = tg_table_name);
  reached bigint[];
  steered jsonb;
begin
  select array_agg(c.id), jsonb_object_agg(c.id, c.after) filter (where c.is_steered) into reached, steered
  from (
    select n.id, app.picked(to_jsonb(n), steering) as after, o.active and not n.active as is_retired,
      app.picked(to_jsonb(o), steering) is distinct from app.picked(to_jsonb(n), steering) as is_steered
    from was o join now_is n on n.id = o.id and n.tenant_id = o.tenant_id) c
  where c.is_retired or c.is_steered;
  perform app.note_reached(tg_table_name, reached, null);
  perform app.note_steered(tg_table_name, steered);
  return null;
end
$$;
