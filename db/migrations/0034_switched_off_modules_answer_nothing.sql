-- A module that is switched off is off on every path (API-45): its rows are not there for readers, whatever leads to them.

-- The modules that the tenant has switched off, between commas; what nobody has set is as a new tenant begins (GEN-10, GEN-11).
create function app.modules_off() returns text
language sql stable parallel safe security definer set search_path = '' as $$
  select ',' || coalesce(string_agg(m.module || ',', '' order by m.module), '')
    from (values ('procurement', true), ('invoice', true), ('contract', false), ('permissions', false)) as m (module, by_default)
    left join public.configuration c
      on c.tenant_id = app.tenant_id() and c.client_id is null and c.key = 'module_' || m.module
    where coalesce(c.value, m.by_default::text) <> 'true'
$$;
grant execute on function app.modules_off() to reader, reader_price, kontor_web;

-- Transactions find out once, as they begin; the planner sees a constant.
create function app.is_on(module text) returns boolean language sql stable parallel safe
return position(',' || module || ','
  in coalesce(nullif(current_setting('app.modules_off', true), ''), app.modules_off())) = 0;
grant execute on function app.is_on(text) to reader, reader_price;

-- The module that a table belongs to; null for what all share.
create function app.module_of(table_name text) returns text language sql immutable parallel safe
return case
  when table_name in ('goods_receipt', 'order_confirmation', 'order_confirmation_line', 'marketplace', 'client_marketplace',
    'punchout_cart', 'punchout_log') then 'procurement'
  when table_name = 'mailbox' then 'invoice'
  when table_name ~ '^(procurement|invoice|contract)(_|$)' then substring(table_name from '^[a-z]+')
  when table_name ~ '^permission(_|$)' then 'permissions' end;
grant execute on function app.module_of(text) to reader, reader_price;

do $$
declare
  found record;
begin
  for found in
    select c.relname as name, app.module_of(c.relname) as module
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and app.module_of(c.relname) is not null
  loop
    execute format('create policy module_on on %I as restrictive for select to reader, reader_price using (app.is_on(%L))',
      found.name, found.module);
  end loop;
end
$$;

-- What all share leads to the heads, and is gone with them; this is what remains.
create policy module_on on document_person as restrictive for select to reader, reader_price
  using (kind = any ((select app.kinds_on())::text[]));
create policy module_on on audit_log as restrictive for select to reader, reader_price
  using ((procurement_id is null or app.is_on('procurement')) and (invoice_id is null or app.is_on('invoice'))
    and (contract_id is null or app.is_on('contract')) and app.is_on(coalesce(app.module_of("table"), '')));
