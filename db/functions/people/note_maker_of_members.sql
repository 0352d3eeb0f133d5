-- For these people who administer through this group only.
create or replace function app.note_maker_of_members(in_tenant bigint, in_group bigint, in_people bigint[]) returns void
language sql security definer set search_path to '' as $$
  update public.lb_user u set made_by_id = nullif(app.actor_id(), 0), made_at = now()
  where u.tenant_id = in_tenant and u.id = any (in_people) and nullif(app.actor_id(), 0) <> u.id and not 'user-admin' = any (u.roles)
    and not exists (
      select from public.task_group_user m join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id
      where m.tenant_id = in_tenant and m.lb_user_id = u.id and g.id <> in_group and app.makes_administrators(g))
$$;
