-- The people to remind: the reminded person and, for a wide reminder, also the active substitute and the active
-- person responsible for the company (CON-33, CON-34).
create or replace function app.reminded_people(in_tenant bigint, in_persons bigint[], in_client bigint, in_wide boolean)
returns setof bigint
language sql stable as $$
  with first as materialized (select app.reminded_person(in_tenant, in_persons, in_client) as id)
  select id from first where id is not null
  union
  select u.id
    from first
    join public.lb_user p on p.tenant_id = in_tenant and p.id = first.id
    cross join lateral (values (p.substitute_id),
      ((select responsible_id from public.client where tenant_id = in_tenant and id = in_client))) as other (id)
    join public.lb_user u on u.tenant_id = in_tenant and u.id = other.id and u.active and not u.blocked
    where in_wide
$$;
grant execute on function app.reminded_people(bigint, bigint[], bigint, boolean) to writer;
