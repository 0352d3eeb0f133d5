-- Every table with rows of tenants, from the catalogue, so that none is missed.
create or replace function app.tables_of_tenants() returns table (name text)
language sql stable set search_path = '' as $$
  select c.relname::text from pg_catalog.pg_class c
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  order by c.relname
$$;
