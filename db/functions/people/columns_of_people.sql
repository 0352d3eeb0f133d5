-- Columns that reference people: `is_act` if they restrict deletion or name the acting person; otherwise somebody chose
-- the person, or the row is deleted with the person.
create or replace function app.columns_of_people()
returns table (relation text, column_name text, is_act boolean)
language sql stable set search_path to '' as $$
  select c.relname::text, a.attname::text,
    f.confdeltype = 'r' or f.confdeltype = 'n' and a.attname ~ '(_by|actor|maker)_id$'
  from pg_catalog.pg_constraint f
  join pg_catalog.pg_class c on c.oid = f.conrelid
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[array_length(f.conkey, 1)]
  where f.contype = 'f' and f.confrelid = 'public.lb_user'::regclass
  union all
  -- Logs outlive the rows they describe, so no foreign key covers them.
  values ('audit_log', 'lb_user_id', true), ('auditor_access', 'lb_user_id', true), ('auditor_access', 'actor_id', true),
    ('transaction', 'lb_user_id', true)
$$;
grant execute on function app.columns_of_people() to writer;
