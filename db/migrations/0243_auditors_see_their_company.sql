-- An auditor sees rows of his company only, in master data, budgets, sums, relations and audit alike (ARC-09). What belongs to no company
-- belongs to each. What hangs on these rows follows them by its own policies.

-- The cost centers, departments and suppliers that belong to other companies alone.
create function app.of_other_companies(in_table text) returns setof bigint
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
  -- A supplier of an invoice or order explains it, whoever it was entered for.
  select l.supplier_id from public.supplier_client l
    where in_table = 'supplier' and l.tenant_id = app.tenant_id()
    group by l.supplier_id having not bool_or(l.client_id = app.auditor_client())
      and not exists (select from public.document d
        where d.tenant_id = app.tenant_id() and d.supplier_id = l.supplier_id and d.client_id = app.auditor_client())
$$;
-- People of another company, but those who have to do with a document of his, approve for what he sees, or look after master data and
-- settings, whom the audit names.
create function app.people_of_others() returns setof bigint
language sql stable security definer set search_path to '' as $$
  select u.id from public.lb_user u
    where u.tenant_id = app.tenant_id() and u.client_id <> app.auditor_client() and u.id <> app.user_id()
      and not app.administers(u.tenant_id, u.id) and not u.roles && '{user-can-insert-supplier,user-can-insert-product}'
      and not exists (select from public.document_person p
        join public.document d on d.tenant_id = p.tenant_id and d.kind = p.kind and d.id = p.document_id
        where p.tenant_id = u.tenant_id and p.lb_user_id = u.id and d.client_id = app.auditor_client())
      and not exists (select from public.cost_center_approver a where a.tenant_id = u.tenant_id and a.lb_user_id = u.id
        and a.cost_center_id not in (select app.of_other_companies('cost_center')))
      and not exists (select from public.department_approver a where a.tenant_id = u.tenant_id and a.lb_user_id = u.id
        and a.department_id not in (select app.of_other_companies('department')))
      and not exists (select from public.supplier_approver a where a.tenant_id = u.tenant_id and a.lb_user_id = u.id
        and a.supplier_id not in (select app.of_other_companies('supplier')))
$$;
grant execute on function app.of_other_companies(text), app.people_of_others() to auditor;

create policy only_audited on cost_center as restrictive for select to auditor
  using (id not in (select app.of_other_companies('cost_center')));
create policy only_audited on department as restrictive for select to auditor
  using (id not in (select app.of_other_companies('department')));
create policy only_audited on supplier as restrictive for select to auditor
  using (id not in (select app.of_other_companies('supplier')));
create policy only_audited on lb_user as restrictive for select to auditor
  using (id not in (select app.people_of_others()));
create policy only_audited on task_group_user as restrictive for select to auditor
  using (lb_user_id not in (select app.people_of_others()) and task_group_id not in (select app.people_of_others()));
create policy only_audited on permission_user as restrictive for select to auditor
  using (lb_user_id not in (select app.people_of_others()));

-- Which permission groups guard a row tells of the row.
create policy only_audited on permission_client as restrictive for select to auditor
  using (client_id = (select app.auditor_client()));
create policy only_audited on permission_cost_center as restrictive for select to auditor
  using (cost_center_id not in (select app.of_other_companies('cost_center')));
create policy only_audited on permission_department as restrictive for select to auditor
  using (department_id not in (select app.of_other_companies('department')));
create policy only_audited on permission_supplier as restrictive for select to auditor
  using (supplier_id not in (select app.of_other_companies('supplier')));

-- Whether an amount counts for whoever asks: to an auditor those of his company alone.
create function app.counts_for_reader(in_amount public.budget_amount) returns boolean
language sql stable security definer set search_path to '' as $$
  select app.auditor_client() is null or exists (select from public.document d
    where d.tenant_id = in_amount.tenant_id and d.client_id = app.auditor_client()
      and case when in_amount.invoice_id is not null then d.kind = 'invoice' and d.id = in_amount.invoice_id
        else d.kind = 'procurement' and d.id = in_amount.procurement_id end)
$$;
do $$
declare
  summing regprocedure;
  body text;
  counted constant text := 'and a.day between b.start and b."end"';
begin
  foreach summing in array array['app.budget_use(bigint[], date, bigint, boolean)', 'app.budget_months(bigint[], date)']::regprocedure[] loop
    body := pg_get_functiondef(summing);
    if strpos(body, counted) = 0 then
      raise exception '% sums in another way', summing;
    end if;
    execute replace(body, counted, counted || E'\n      and ((select app.auditor_client()) is null or app.counts_for_reader(a))');
  end loop;
end
$$;
