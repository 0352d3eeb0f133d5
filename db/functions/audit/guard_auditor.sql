-- An auditor has no other role: no task group gives tasks or rights, and persons who approve, substitute or have a
-- limit cannot become one.
create or replace function app.guard_auditor() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  if tg_table_name = 'lb_user' then
    if new.approval_limit is not null
        or exists (select from public.task_group_user m where m.tenant_id = new.tenant_id and m.lb_user_id = new.id)
        or exists (select from public.department_approver a where a.tenant_id = new.tenant_id and a.lb_user_id = new.id)
        or exists (select from public.cost_center_approver a where a.tenant_id = new.tenant_id and a.lb_user_id = new.id)
        or exists (select from public.supplier_approver a where a.tenant_id = new.tenant_id and a.lb_user_id = new.id)
        or exists (select from public.lb_user u where u.tenant_id = new.tenant_id and u.substitute_id = new.id) then
      raise exception 'auditor_only' using errcode = '23514', column = 'roles';
    end if;
  elsif exists (select from public.lb_user u where u.tenant_id = new.tenant_id and u.id = new.lb_user_id
                  and 'user-auditor' = any (u.roles)) then
    raise exception 'auditor_only' using errcode = '23514', column = 'lb_user_id';
  end if;
  return null;
end
$$;
