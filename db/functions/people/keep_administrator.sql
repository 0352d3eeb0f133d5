create or replace function app.keep_administrator() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Two administrators who remove each other's right wait for each other; the second sees the first change.
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
