-- The kinds whose module is on for the tenant, by default as for a new tenant (GEN-10, GEN-11).
create or replace function app.kinds_on() returns text[]
language sql stable parallel safe security definer set search_path = '' as $$
  select array_agg(k.kind)
    from (values ('procurement', true), ('invoice', true), ('contract', false)) as k (kind, by_default)
    left join public.configuration c
      on c.tenant_id = app.tenant_id() and c.client_id is null and c.key = 'module_' || k.kind
    where coalesce(c.value, k.by_default::text) = 'true'
$$;
grant execute on function app.kinds_on() to reader, reader_price, writer;
