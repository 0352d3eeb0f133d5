create or replace function app.write_task_group() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.lb_user (tenant_id, is_group, name, roles, approval_limit, priority_approval_limit, active)
      values (new.tenant_id, true, new.name, new.roles, new.approval_limit, new.priority_approval_limit, new.active)
      returning id, created_at, updated_at into new.id, new.created_at, new.updated_at;
  else
    update public.lb_user g
      set tenant_id = new.tenant_id, name = new.name, roles = new.roles, active = new.active,
          priority_approval_limit = new.priority_approval_limit,
          -- A person who cannot see the limit does not clear it by leaving it unchanged.
          approval_limit = case when new.approval_limit is distinct from old.approval_limit
            then new.approval_limit else g.approval_limit end
      where g.tenant_id = old.tenant_id and g.id = old.id and g.is_group
      returning updated_at into new.updated_at;
    if not found then
      return null;
    end if;
  end if;
  return new;
end
$$;
