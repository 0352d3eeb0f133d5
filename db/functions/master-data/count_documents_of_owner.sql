-- Child rows of a record affect what the record does; those with a company, in that company only.
create or replace function app.count_documents_of_owner() returns trigger language plpgsql set search_path to '' as $$
declare
  steering constant text[] := (select array_agg(s.field) from app.steering() s where s.table_name = tg_table_name);
  owner_table constant text := tg_argv[0];
  owner_column constant text := owner_table || '_id';
  changed jsonb[];
begin
  if tg_op = 'INSERT' then
    select array_agg(to_jsonb(n)) into changed from now_is n;
  elsif tg_op = 'DELETE' then
    select array_agg(to_jsonb(o)) into changed from was o;
  else
    select array_agg(to_jsonb(o)) || array_agg(to_jsonb(n)) into changed
      from was o join now_is n on n.id = o.id and n.tenant_id = o.tenant_id
      where app.picked(to_jsonb(o), steering) is distinct from app.picked(to_jsonb(n), steering);
  end if;
  perform app.note_reached(owner_table, of_company.owners, of_company.clients)
    from (select array_agg(distinct (row ->> owner_column)::bigint) as owners,
        case when owner_table <> 'client' and row ? 'client_id' then array[(row ->> 'client_id')::bigint] end as clients
      from unnest(changed) row group by 2) of_company;
  return null;
end
$$;
