-- Cost centers, departments and suppliers that belong to other companies only.
create or replace function app.of_other_companies(in_table text) returns setof bigint
language sql stable security definer set search_path to '' as $$
  select l.cost_center_id from public.cost_center_client l
    where in_table = 'cost_center' and l.tenant_id = app.tenant_id()
    group by l.cost_center_id having not bool_or(l.client_id = app.auditor_client())
  union all
  select d.id from public.department d
    where in_table = 'department' and d.tenant_id = app.tenant_id() and d.client_id is distinct from app.auditor_client()
      and (d.client_id is not null
        or exists (select from public.department_client l where l.tenant_id = d.tenant_id and l.department_id = d.id))
      and not exists (select from public.department_client l
        where l.tenant_id = d.tenant_id and l.department_id = d.id and l.client_id = app.auditor_client())
  union all
  -- A supplier of a visible invoice or order is needed to understand it, whichever company it belongs to.
  select l.supplier_id from public.supplier_client l
    where in_table = 'supplier' and l.tenant_id = app.tenant_id()
    group by l.supplier_id having not bool_or(l.client_id = app.auditor_client())
      and not exists (select from public.document d
        where d.tenant_id = app.tenant_id() and d.supplier_id = l.supplier_id and d.client_id = app.auditor_client())
$$;
grant execute on function app.of_other_companies(text) to auditor;
