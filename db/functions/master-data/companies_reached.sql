-- The companies in which a change of these columns counts; null for all. The general number of a supplier counts only
-- where the company has no own one (PROC-43).
create or replace function app.companies_reached(in_table text, in_id bigint, in_columns text[]) returns bigint[]
language sql stable set search_path to '' as $$
  select case when in_table = 'supplier' and 'external_id' = any (in_columns) and not exists (
      select from app.steering() s where s.table_name = in_table and s.field = any (in_columns) and s.field <> 'external_id')
    then array(
      select c.id from public.client c
      where c.tenant_id = app.tenant_id() and not exists (select from public.supplier_client k
        where k.tenant_id = c.tenant_id and k.client_id = c.id and k.supplier_id = in_id and k.external_id is not null)
      order by c.id) end
$$;
grant execute on function app.companies_reached(text, bigint, text[]) to reader, reader_price, writer;
