-- Person and origin of security events, only if they concern operators of the operator's own tenant (AUTH-35): for
-- all others an operator only sees that something happened.
create or replace function app.events_of_operators(in_ids bigint[]) returns table (
  id bigint, person text, actor text, what text, device text, network text)
language sql stable security definer set search_path = '' as $$
  select s.id, u.name, a.name, s.what, s.device, s.network
    from public.security_log s
    join public.lb_user u on u.tenant_id = s.tenant_id and u.id = coalesce(s.lb_user_id, s.actor_id)
    left join public.lb_user a on a.tenant_id = s.tenant_id and a.id = s.actor_id and a.id <> u.id
    where app.is_operator() and s.tenant_id = app.tenant_id() and s.id = any (in_ids)
      and ('user-operator' = any (u.roles) or exists (
        select from public.task_group_user m
        join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.active
        where m.tenant_id = u.tenant_id and m.lb_user_id = u.id and 'user-operator' = any (g.roles)))
$$;
grant execute on function app.events_of_operators(bigint[]) to operator;
