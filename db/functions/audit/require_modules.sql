-- GEN-10: returns true, or refuses if one of the modules is off. `needed` has the default of each module for tenants
-- without a setting.
create or replace function app.require_modules(needed jsonb) returns boolean
language plpgsql stable parallel safe security definer set search_path = '' as $$
begin
  if exists (
    select from jsonb_each_text(needed) as module
      left join public.configuration c
        on c.tenant_id = app.tenant_id() and c.client_id is null and c.key = 'module_' || module.key
      where coalesce(c.value, module.value) <> 'true'
  ) then
    raise exception 'permission denied for a module that is off' using errcode = '42501';
  end if;
  return true;
end
$$;
grant execute on function app.require_modules(jsonb) to reader, reader_price, writer;
