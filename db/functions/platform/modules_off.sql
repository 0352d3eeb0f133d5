-- The modules switched off by the tenant, between commas, by default as for a new tenant (GEN-10, GEN-11).
create or replace function app.modules_off() returns text
language sql stable parallel safe security definer set search_path = '' as $$
  select ',' || coalesce(string_agg(m.module || ',', '' order by m.module), '')
    from (values ('procurement', true), ('invoice', true), ('contract', false), ('permissions', false)) as m (module, by_default)
    left join public.configuration c
      on c.tenant_id = app.tenant_id() and c.client_id is null and c.key = 'module_' || m.module
    where coalesce(c.value, m.by_default::text) <> 'true'
$$;
grant execute on function app.modules_off() to kontor_web, reader, reader_price;
