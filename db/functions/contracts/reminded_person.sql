-- The person to remind: the first of these who is active, else the person responsible for the company, so that no
-- deadline is missed because somebody has left (CON-25, MAIL-05).
create or replace function app.reminded_person(in_tenant bigint, in_persons bigint[], in_client bigint) returns bigint
language sql stable as $$
  select p.id
    from unnest(in_persons || (select responsible_id from public.client where tenant_id = in_tenant and id = in_client))
      with ordinality as p (id, place)
    join public.lb_user u on u.tenant_id = in_tenant and u.id = p.id and u.active and not u.blocked
    order by p.place limit 1
$$;
grant execute on function app.reminded_person(bigint, bigint[], bigint) to writer;
