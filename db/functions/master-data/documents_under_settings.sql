-- The open documents affected by settings of the tenant, as far as visible to the person.
create or replace function app.documents_under_settings(in_keys text[]) returns table (kind text, document_id bigint)
language sql stable set search_path to '' as $$
  select distinct d.kind, d.id from app.steering() s
  join public.document d on d.tenant_id = app.tenant_id() and d.kind = any (s.kinds) and d.status = any (app.open_statuses(d.kind))
  where s.table_name = 'configuration' and s.field = any (in_keys)
$$;
grant execute on function app.documents_under_settings(text[]) to reader, reader_price, writer;
