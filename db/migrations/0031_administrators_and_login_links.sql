-- A tenant always keeps somebody who may administer it: an active, unblocked person with the right, his own or by an
-- active task group (ROLE-02, ROLE-03). Whatever takes the last one away is refused, on every path.

create function app.keep_administrator() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Two administrators who take the right from each other wait for each other; the second sees what the first did.
  perform from public.tenant t where t.id = old.tenant_id for no key update;
  if found and not exists (
    select from public.lb_user u
    where u.tenant_id = old.tenant_id and not u.is_group and app.administers(u.tenant_id, u.id)
  ) then
    raise exception 'last_administrator' using errcode = '23514', column = tg_argv[0];
  end if;
  return null;
end
$$;

-- Looked at in the end, because one save may give the right to one and take it from another. As with the other rules
-- of this sort, whoever loads data as owner of the database answers for it himself.
create constraint trigger keep_administrator_roles after update of roles on lb_user deferrable initially deferred
  for each row when (current_user = 'writer' and 'user-admin' = any (old.roles) and not 'user-admin' = any (new.roles))
  execute function app.keep_administrator('roles');
create constraint trigger keep_administrator_active after update of active, is_group on lb_user
  deferrable initially deferred
  for each row when (current_user = 'writer' and (old.active and not new.active or new.is_group and not old.is_group))
  execute function app.keep_administrator('active');
create constraint trigger keep_administrator_blocked after update of blocked on lb_user deferrable initially deferred
  for each row when (current_user = 'writer' and new.blocked and not old.blocked)
  execute function app.keep_administrator('blocked');
create constraint trigger keep_administrator_deleted after delete on lb_user deferrable initially deferred
  for each row when (current_user = 'writer') execute function app.keep_administrator('id');
create constraint trigger keep_administrator_members after delete or update on task_group_user
  deferrable initially deferred
  for each row when (current_user = 'writer') execute function app.keep_administrator('lb_user_id');

-- Login links that went to a former address of a person no longer log in: an invitation waits for days (AUTH-27).
create function app.forget_login_links() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.login_token where tenant_id = new.tenant_id and lb_user_id = new.id and used_at is null;
  return null;
end
$$;
create trigger forget_login_links after update of email on lb_user
  for each row when (lower(new.email) is distinct from lower(old.email)) execute function app.forget_login_links();
