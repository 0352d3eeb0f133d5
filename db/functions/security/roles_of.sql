create or replace function app.roles_of(in_person bigint) returns text[]
language sql stable security definer set search_path = '' as $$
  select roles from public.lb_user where tenant_id = app.tenant_id() and id = in_person and app.is_admin()
$$;
grant execute on function app.roles_of(bigint) to reader, reader_price, writer;
