-- ROLE-13: child rows of records with permission groups are visible together with them. Table names are the column
-- names without `_id`.
create or replace function app.hangs_on(table_name text, variadic parents text[]) returns text language sql immutable
return (
  select string_agg(format(
    'exists (select from %2$I p where p.tenant_id = %1$I.tenant_id and p.id = %1$I.%2$I_id)', table_name, parent), ' and ')
  from unnest(parents) as parent
);
