-- Replaces a table for auditors: a reference to a company, cost center, department, supplier or person that they do not
-- see is empty (ARC-09). Called again when the table gains a column.
create or replace procedure app.audited_view(table_name text) language plpgsql as $$
declare
  target constant regclass := format('public.%I', table_name)::regclass;
  columns text;
begin
  select string_agg(case when p.parent is null then format('r.%I', a.attname)
      else format('(select p.id from %s p where p.tenant_id = r.tenant_id and p.id = r.%2$I) as %2$I', p.parent, a.attname) end,
      ', ' order by a.attnum) into columns
  from pg_attribute a
  left join lateral (
    select f.confrelid::regclass as parent from pg_constraint f
    where f.conrelid = target and f.contype = 'f' and f.conkey[2] = a.attnum and cardinality(f.conkey) = 2 and not a.attnotnull
      and f.confrelid in ('public.client'::regclass, 'public.cost_center'::regclass, 'public.department'::regclass,
        'public.supplier'::regclass, 'public.lb_user'::regclass)) p on true
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and has_column_privilege('auditor', target, a.attnum, 'select');
  execute format('create or replace view audited.%I with (security_invoker) as select %s from %s r', table_name, columns, target);
  execute format('grant select on audited.%I to auditor', table_name);
end
$$;
