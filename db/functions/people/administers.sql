-- Whether the person may act as others (AUTH-21): an administrator, directly or through a task group (ROLE-03).
create or replace function app.administers(in_tenant bigint, in_person bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.lb_user u
    where u.tenant_id = in_tenant and u.id = in_person and u.active and not u.blocked and (
      'user-admin' = any (u.roles) or exists (
        select from public.task_group_user m
        join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.is_group and g.active
        where m.tenant_id = u.tenant_id and m.lb_user_id = u.id and 'user-admin' = any (g.roles))))
$$;
grant execute on function app.administers(bigint, bigint) to gate, writer;
