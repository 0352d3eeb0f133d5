-- People of another company, except those involved in a visible document, those who approve for visible records, and
-- administrators of master data and settings named by the audit.
create or replace function app.people_of_others()
returns setof bigint
language sql
stable security definer
set search_path to '' as $$
  select u.id from public.lb_user u
    where u.tenant_id = app.tenant_id() and u.client_id <> app.auditor_client() and u.id is distinct from app.user_id()
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
grant execute on function app.people_of_others() to auditor;
