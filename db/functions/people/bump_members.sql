create or replace function app.bump_members() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'lb_user' then
    if new.is_group and (new.roles, new.active) is distinct from (old.roles, old.active) then
      update public.lb_user set token_version = token_version + 1
        where tenant_id = new.tenant_id
          and id in (select lb_user_id from public.task_group_user where tenant_id = new.tenant_id and task_group_id = new.id);
    end if;
  else
    update public.lb_user set token_version = token_version + 1
      where tenant_id = coalesce(new.tenant_id, old.tenant_id) and id in (new.lb_user_id, old.lb_user_id);
  end if;
  return null;
end
$$;
