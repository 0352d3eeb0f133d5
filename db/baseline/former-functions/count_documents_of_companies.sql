create or replace function app.count_documents_of_companies() returns trigger language plpgsql set search_path to '' as $$
declare
  steering constant text[] := (select array_agg(s.field) from app.steering() s where s.table_name = tg_table_name);
  companies bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.client_id) into companies from now_is n;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct o.client_id) into companies from was o;
  else
    select array_agg(distinct n.client_id) into companies from was o join now_is n on n.id = o.id and n.tenant_id = o.tenant_id
      where app.picked(to_jsonb(o), steering) is distinct from app.picked(to_jsonb(n), steering);
  end if;
  if companies is not null then
    perform app.note_documents_waiting((select count(*)::integer from app.documents_waiting_on('client', companies)));
  end if;
  return null;
end
$$;
