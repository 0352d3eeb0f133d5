-- Everybody of the own tenant who can enter, with own rights, those of task groups, limit, and whether they approve
-- anything (ADM-21). Administrators and writers only.
create or replace function app.rights_matrix() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'company', p.company,
      'roles', p.roles, 'groups', p.groups, 'limit', p.approval_limit, 'approves', p.approves, 'substitute', p.substitute)
      order by p.name, p.id), '[]')
  from (
    select u.id, u.name, u.email, c.name as company, to_jsonb(u.roles) as roles, u.approval_limit::text, s.name as substitute,
      app.approves(u.tenant_id, u.id) as approves,
      (select coalesce(jsonb_agg(jsonb_build_object('name', g.name, 'roles', g.roles) order by g.name, g.id), '[]')
        from public.task_group_user m
        join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.active
        where m.tenant_id = u.tenant_id and m.lb_user_id = u.id) as groups
    from public.lb_user u
    left join public.client c on c.tenant_id = u.tenant_id and c.id = u.client_id
    left join public.lb_user s on s.tenant_id = u.tenant_id and s.id = u.substitute_id
    where u.tenant_id = app.tenant_id() and u.active and (not u.blocked or u.is_service) and not u.is_group and not u.is_system) p
$$;
grant execute on function app.rights_matrix() to writer;
