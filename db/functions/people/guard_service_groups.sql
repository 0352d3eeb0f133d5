-- A service account has rights of its own only: members of a task group take its tasks (AUTH-34).
create or replace function app.guard_service_groups() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  if exists (select from public.lb_user u where u.tenant_id = new.tenant_id and u.id = new.lb_user_id and u.is_service) then
    raise exception 'service_account' using errcode = '23514', column = 'lb_user_id';
  end if;
  return null;
end
$$;
