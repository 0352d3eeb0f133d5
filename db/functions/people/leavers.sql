-- People of the own tenant who left, with the day until which their names are kept (ARC-08); writers only.
create or replace function app.leavers()
returns table (id bigint, name text, left_on date, kept_until date, is_held boolean, is_pseudonym boolean)
language sql stable security definer set search_path = '' as $$
  select u.id, u.name, app.day_of_tenant(u.tenant_id, u.updated_at), nullif(k.until, 'infinity'), k.until = 'infinity', app.is_pseudonym(u.email)
    from public.lb_user u cross join lateral (select app.person_kept_until(u.tenant_id, u.id) as until) k
    where u.tenant_id = app.tenant_id() and not u.active and not u.is_group and not u.is_system and not u.is_service
    order by k.until, u.name, u.id limit 1000
$$;
grant execute on function app.leavers() to writer;
