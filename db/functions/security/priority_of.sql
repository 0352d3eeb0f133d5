create or replace function app.priority_of(in_person bigint) returns integer
language sql stable security definer set search_path = '' as $$
  select priority_approval_limit from public.lb_user where tenant_id = app.tenant_id() and id = in_person and app.is_admin()
$$;
grant execute on function app.priority_of(bigint) to reader, reader_price, writer;
