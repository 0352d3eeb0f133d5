-- The tenant itself has all rights within its wall; its writes name no person.
create or replace function app.enter_as_tenant(in_tenant bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.tenant where id = in_tenant and status = 'active') then
    raise exception 'unauthenticated' using errcode = '28000';
  end if;
  perform
    set_config('app.tenant_id', in_tenant::text, true),
    set_config('app.user_id', '', true),
    set_config('app.actor_id', '', true),
    set_config('app.roles', 'user-admin', true),
    set_config('app.is_admin', 'on', true),
    set_config('app.is_operator', '', true),
    set_config('app.persons', '{}', true),
    set_config('app.client_id', '', true),
    set_config('app.department_id', '', true),
    set_config('app.permissions', '{}', true),
    set_config('app.procurement_scope', 'all', true), set_config('app.procurement_involved', '', true),
    set_config('app.invoice_scope', 'all', true), set_config('app.invoice_involved', '', true),
    set_config('app.contract_scope', 'all', true), set_config('app.contract_involved', '', true);
end
$$;
