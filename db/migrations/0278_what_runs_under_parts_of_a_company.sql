-- Tax keys, discount codes and dimensions of a company steer what its open documents are booked by (PROC-43, BUD-08): whoever changes, adds
-- or removes them is told how many documents of the company go by them.

do $$
declare
  source text := pg_get_functiondef('app.steering()'::regprocedure);
  former constant text := '  union all select ''product_group''';
begin
  if strpos(source, former) = 0 then
    raise exception 'app.steering is another one';
  end if;
  execute replace(source, former, '  union all select t, c, null from (values
    (''client_tax_key'', ''tax_category''), (''client_tax_key'', ''tax_percentage''), (''client_tax_key'', ''posting_key_id''),
    (''client_discount_code'', ''percentage''), (''client_discount_code'', ''days''), (''client_discount_code'', ''code''),
    (''client_d365_dimension'', ''dimension''), (''client_d365_dimension'', ''name'')) v (t, c)
' || former);
end
$$;

create function app.count_documents_of_companies() returns trigger language plpgsql set search_path to '' as $$
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
do $$
declare
  part text;
begin
  foreach part in array '{client_tax_key,client_discount_code,client_d365_dimension}'::text[] loop
    execute format('create trigger count_documents_insert after insert on public.%I referencing new table as now_is
      for each statement when (current_user = ''writer'') execute function app.count_documents_of_companies()', part);
    execute format('create trigger count_documents_update after update on public.%I referencing old table as was new table as now_is
      for each statement when (current_user = ''writer'') execute function app.count_documents_of_companies()', part);
    execute format('create trigger count_documents_delete after delete on public.%I referencing old table as was
      for each statement when (current_user = ''writer'') execute function app.count_documents_of_companies()', part);
  end loop;
end
$$;
