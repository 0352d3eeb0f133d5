-- The seven days in which a person confirms nothing of whoever made him count from the moment at which he could confirm for the first
-- time (AUTH-37): when he is made, has another address, is let in again, or becomes an administrator, by himself or by a group.

-- Whether a group makes administrators of its members.
create function app.makes_administrators(in_group public.lb_user) returns boolean language sql immutable set search_path to '' as $$
  select in_group.is_group and in_group.active and 'user-admin' = any (in_group.roles)
$$;

create or replace function app.note_maker() returns trigger language plpgsql set search_path to '' as $$
declare
  actor constant bigint := nullif(app.actor_id(), 0);
begin
  if actor is null or actor = new.id then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.made_by_id := actor;
    new.made_at := now();
    return new;
  end if;
  if new.email is distinct from old.email or (new.active and not new.blocked) and (old.blocked or not old.active)
      or 'user-admin' = any (new.roles) and not app.administers(old.tenant_id, old.id) then
    new.made_by_id := actor;
    new.made_at := now();
  end if;
  if (new.blocked or not new.active) and app.administers(old.tenant_id, old.id) then
    new.put_out_at := now();
  end if;
  return new;
end
$$;
drop trigger note_maker on lb_user;
-- After `hold_control`, which keeps what waits as it was.
create trigger note_maker before insert or update of email, active, blocked, roles on lb_user for each row
  when (current_user = 'writer') execute function app.note_maker();

-- Of these people those who administer by this group alone.
create function app.note_maker_of_members(in_tenant bigint, in_group bigint, in_people bigint[]) returns void
language sql security definer set search_path to '' as $$
  update public.lb_user u set made_by_id = nullif(app.actor_id(), 0), made_at = now()
  where u.tenant_id = in_tenant and u.id = any (in_people) and nullif(app.actor_id(), 0) <> u.id and not 'user-admin' = any (u.roles)
    and not exists (
      select from public.task_group_user m join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id
      where m.tenant_id = in_tenant and m.lb_user_id = u.id and g.id <> in_group and app.makes_administrators(g))
$$;

create function app.note_maker_in_groups() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  if tg_table_name = 'task_group_user' then
    perform app.note_maker_of_members(new.tenant_id, g.id, array[new.lb_user_id]) from public.lb_user g
      where g.tenant_id = new.tenant_id and g.id = new.task_group_id and app.makes_administrators(g);
  elsif app.makes_administrators(new) and not app.makes_administrators(old) then
    perform app.note_maker_of_members(new.tenant_id, new.id, array(
      select m.lb_user_id from public.task_group_user m where m.tenant_id = new.tenant_id and m.task_group_id = new.id));
  end if;
  return null;
end
$$;
create trigger note_maker after insert or update on task_group_user for each row
  when (current_user = 'writer') execute function app.note_maker_in_groups();
create trigger note_maker_of_members after update of roles, active, is_group on lb_user for each row
  when (current_user = 'writer' and new.is_group) execute function app.note_maker_in_groups();

-- Those who run the installation are told of what a sole administrator changes of the register (AUTH-37).
create function app.operators() returns table (tenant_id bigint, id bigint, email text, name text, lang text)
language sql stable security definer set search_path to '' as $$
  select u.tenant_id, u.id, u.email, u.name::text, u.lang from public.lb_user u
  join public.tenant t on t.id = u.tenant_id
  where 'user-operator' = any (u.roles) and u.active and not u.blocked and not u.is_group and u.email is not null
  order by u.tenant_id, u.id limit 20
$$;
grant execute on function app.operators() to writer;
