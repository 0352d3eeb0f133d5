-- Counts documents affected by deactivating rows or by changing steering fields, in any way, for the answer to the
-- person. Notes rows whose steering fields changed, because many of them at once need a confirmation (API-41).
create or replace function app.count_documents_waiting() returns trigger language plpgsql set search_path to '' as $$
declare
  steering constant text[] := (select array_agg(s.field) from app.steering() s where s.table_name = tg_table_name);
  change record;
begin
  for change in
    select array_agg(c.id) as reached, c.clients, jsonb_object_agg(c.id, c.after) filter (where c.is_steered) as steered
    from (
      select n.id, app.picked(to_jsonb(n), steering) as after, d.columns <> '{}' as is_steered,
        case when not (o.active and not n.active) then app.companies_reached(tg_table_name, n.id, d.columns) end as clients
      from was o join now_is n on n.id = o.id and n.tenant_id = o.tenant_id
      cross join lateral (select array(select name from unnest(steering) name
        where to_jsonb(o) -> name is distinct from to_jsonb(n) -> name) as columns) d
      where o.active and not n.active or d.columns <> '{}') c
    group by c.clients
  loop
    perform app.note_reached(tg_table_name, change.reached, change.clients);
    perform app.note_steered(tg_table_name, change.steered);
  end loop;
  return null;
end
$$;
