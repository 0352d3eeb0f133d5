-- Whether a person may confirm accounts of suppliers (role 17), directly or through a group.
create or replace function app.confirms_accounts(in_tenant bigint, in_person bigint) returns boolean
language sql stable set search_path to '' as $$
  select exists (
    select from public.lb_user u
    where u.tenant_id = in_tenant and u.id = in_person and u.active and not u.blocked and not u.is_group and (
      u.roles && '{user-admin,user-can-insert-supplier}' or exists (
        select from public.task_group_user m
        join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.is_group and g.active
        where m.tenant_id = u.tenant_id and m.lb_user_id = u.id and g.roles && '{user-admin,user-can-insert-supplier}')))
$$;
grant execute on function app.confirms_accounts(bigint, bigint) to writer;
