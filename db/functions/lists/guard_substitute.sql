-- A chain of absent substitutes is never circular and has at most three members.
create or replace function app.guard_substitute() returns trigger language plpgsql as $$
declare
  ahead integer;
  behind integer;
  is_circle boolean;
begin
  if new.substitute_id is null then
    return new;
  end if;
  if new.substitute_id = new.id then
    raise exception 'substitute_circle' using errcode = '23514';
  end if;
  if exists (select from public.lb_user u where u.tenant_id = new.tenant_id and u.id = new.substitute_id and u.is_group) then
    raise exception 'person_required' using errcode = '23514';
  end if;
  with recursive chain as (
    select new.substitute_id as person, 1 as length, app.absence(new) as during
    union all
    select u.substitute_id, c.length + 1, c.during * app.absence(u)
    from chain c join public.lb_user u on u.tenant_id = new.tenant_id and u.id = c.person
    where c.person <> new.id and c.length <= 3 and c.during && app.absence(u)
  )
  select max(length), bool_or(person = new.id) into ahead, is_circle from chain;
  if is_circle then
    raise exception 'substitute_circle' using errcode = '23514';
  end if;
  with recursive chain as (
    select new.id as person, 0 as length, app.absence(new) as during
    union all
    select u.id, c.length + 1, c.during * app.absence(u)
    from chain c join public.lb_user u on u.tenant_id = new.tenant_id and u.substitute_id = c.person
    where u.id <> new.id and c.length <= 3 and c.during && app.absence(u)
  )
  select max(length) into behind from chain;
  if ahead + behind > 3 then
    raise exception 'substitute_chain' using errcode = '23514';
  end if;
  return new;
end
$$;
