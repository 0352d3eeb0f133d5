create or replace function app.is_gone(kind text, document bigint) returns boolean
language sql stable security definer set search_path = ''
return not exists (select from public.procurement d where kind = 'procurement' and d.tenant_id = app.tenant_id() and d.id = document)
  and not exists (select from public.invoice d where kind = 'invoice' and d.tenant_id = app.tenant_id() and d.id = document)
  and not exists (select from public.contract d where kind = 'contract' and d.tenant_id = app.tenant_id() and d.id = document);
grant execute on function app.is_gone(text, bigint) to reader, reader_price;
