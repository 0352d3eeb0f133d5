create or replace function app.system_person() returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  found_id bigint;
begin
  if app.tenant_id() is null then
    raise exception 'a system person needs a tenant' using errcode = '42501';
  end if;
  select id into found_id from public.lb_user where tenant_id = app.tenant_id() and is_system;
  if found_id is null then
    insert into public.lb_user (tenant_id, name, is_system, blocked, show_tour)
      values (app.tenant_id(), 'Kontor', true, true, false)
      on conflict (tenant_id) where is_system do update set name = excluded.name returning id into found_id;
  end if;
  return found_id;
end
$$;
grant execute on function app.system_person() to writer;
