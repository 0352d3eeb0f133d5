-- The columns of all tables that reference a supplier, from the catalogue.
create or replace function app.columns_of_suppliers() returns table (table_name regclass, column_name name)
language sql stable set search_path to '' as $$
  select c.conrelid::regclass, a.attname from pg_catalog.pg_constraint c
  join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attname <> 'tenant_id'
  where c.contype = 'f' and c.confrelid = 'public.supplier'::regclass order by 1, 2
$$;
