-- Operators are informed of register changes by a sole administrator (AUTH-37).
create or replace function app.operators() returns table (tenant_id bigint, id bigint, email text, name text, lang text)
language sql stable security definer set search_path to '' as $$
  select u.tenant_id, u.id, u.email, u.name::text, u.lang from public.lb_user u
  join public.tenant t on t.id = u.tenant_id
  where 'user-operator' = any (u.roles) and u.active and not u.blocked and not u.is_group and u.email is not null
  order by u.tenant_id, u.id limit 20
$$;
grant execute on function app.operators() to writer;
