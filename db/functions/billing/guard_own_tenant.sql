-- Operators cannot archive their own tenant: nobody could restore it.
create or replace function app.guard_own_tenant() returns trigger
language plpgsql as $$
begin
  if new.id = app.tenant_id() then
    raise exception 'permission denied for table tenant' using errcode = '42501';
  end if;
  return new;
end
$$;
