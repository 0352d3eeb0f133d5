create or replace function app.count_documents_of_owner() returns trigger language plpgsql set search_path to '' as $$
declare
  steering constant text[] := (select array_agg(s.field) from app.steering() s where s.table_name = tg_table_name);
  owner_table constant text := tg_argv[0];
  owner_column constant text := owner_table || '_id';
  owners bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct (to_jsonb(n) ->> owner_column)::bigint) into owners from now_is n;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct (to_jsonb(o) ->> owner_column)::bigint) into owners from was o;
  else
    select array_agg(distinct (to_jsonb(n) ->> owner_column)::bigint) into owners
      from was o join now_is n on n.id = o.id and n.tenant_id = o.tenant_id
      where app.picked(to_jsonb(o), steering) is distinct from app.picked(to_jsonb(n), steering);
  end if;
  perform app.note_reached(owner_table, owners);
  return null;
end
$$;
