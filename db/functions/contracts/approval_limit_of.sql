-- A security-invoker view requires rights on all its columns; these come from functions, for administrators only.
create or replace function app.approval_limit_of(in_person bigint) returns numeric
language sql stable security definer set search_path = '' as $$
  select approval_limit from public.lb_user where tenant_id = app.tenant_id() and id = in_person and app.is_admin()
$$;
grant execute on function app.approval_limit_of(bigint) to reader, reader_price, writer;
