-- Whether a person or task group approves anything (ROLE-15): as an approver of a department, cost center or supplier,
-- themselves or through an active task group, or with a limit of their own. Else an empty limit means nothing.
create or replace function app.approves(in_tenant bigint, in_person bigint) returns boolean
language sql stable set search_path = '' as $$
  with who as (
    select in_person as id
    union all
    select g.id from public.task_group_user m
      join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.active
      where m.tenant_id = in_tenant and m.lb_user_id = in_person)
  select exists (select from public.lb_user u where u.tenant_id = in_tenant and u.id = in_person and u.approval_limit is not null)
    or exists (select from who join public.department_approver a on a.tenant_id = in_tenant and a.lb_user_id = who.id)
    or exists (select from who join public.cost_center_approver a on a.tenant_id = in_tenant and a.lb_user_id = who.id)
    or exists (select from who join public.supplier_approver a on a.tenant_id = in_tenant and a.lb_user_id = who.id)
$$;
