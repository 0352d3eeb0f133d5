-- The first administrator of a tenant without people, invited like every new person (OP-01).
create or replace function app.found_administrator(in_tenant bigint, in_name text, in_email text, in_lang text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  founded bigint;
begin
  if not app.is_operator() or exists (select from public.lb_user where tenant_id = in_tenant) then
    raise exception 'permission denied for table lb_user' using errcode = '42501';
  end if;
  insert into public.lb_user (tenant_id, name, email, lang, roles)
    values (in_tenant, in_name, in_email, in_lang, '{user-admin}') returning id into founded;
  return founded;
end
$$;
grant execute on function app.found_administrator(bigint, text, text, text) to operator;
