-- Whether there is another administrator, so that this one's changes wait. Only candidates are checked in detail.
create or replace function app.is_watched(in_tenant bigint, in_person bigint) returns boolean
language sql stable security definer set search_path to '' as $$
  select exists (select from public.lb_user u
    where u.tenant_id = in_tenant and u.id <> in_person and not u.is_group and u.email is not null
      and (u.put_out_at > now() - interval '7 days'
        or ('user-admin' = any (u.roles) or u.id in (
            select m.lb_user_id from public.task_group_user m
            join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id
            where m.tenant_id = in_tenant and 'user-admin' = any (g.roles)))
          and app.may_confirm(in_tenant, u.id, in_person)))
$$;
grant execute on function app.is_watched(bigint, bigint) to writer;
