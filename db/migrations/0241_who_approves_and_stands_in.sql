-- Auditors, blocked and inactive people are never approvers nor substitutes (APPR-20). Whoever becomes one of these while he is named
-- keeps the place without any effect, so that it is his again once he is back; an auditor is nothing else.

-- Whether the person or group may be given something to decide.
create function app.may_be_named(in_tenant bigint, in_person bigint) returns boolean
language sql stable security definer set search_path to '' as $$
  select not exists (select from public.lb_user u where u.tenant_id = in_tenant and u.id = in_person
    and (not u.active or u.blocked or u.is_system or u.auditor_ends_on is not null))
$$;
grant execute on function app.may_be_named(bigint, bigint) to writer;

create function app.guard_approver() returns trigger language plpgsql set search_path to '' as $$
begin
  if not app.may_be_named(new.tenant_id, new.lb_user_id) then
    raise exception 'not_selectable' using errcode = '23514', column = 'lb_user_id';
  end if;
  return new;
end
$$;
do $$
declare
  links text;
begin
  foreach links in array array['department_approver', 'cost_center_approver', 'supplier_approver'] loop
    execute format('create trigger approver_is_there before insert or update of lb_user_id on public.%I
      for each row execute function app.guard_approver()', links);
  end loop;
end
$$;

create function app.guard_named_substitute() returns trigger language plpgsql set search_path to '' as $$
begin
  if not app.may_be_named(new.tenant_id, new.substitute_id) then
    raise exception 'not_selectable' using errcode = '23514', column = 'substitute_id';
  end if;
  return new;
end
$$;
create trigger guard_new_substitute before insert on lb_user for each row
  when (new.substitute_id is not null) execute function app.guard_named_substitute();
create trigger guard_other_substitute before update of substitute_id on lb_user for each row
  when (new.substitute_id is not null and new.substitute_id is distinct from old.substitute_id)
  execute function app.guard_named_substitute();

-- Whoever approves, stands in or has a limit does not become an auditor.
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
