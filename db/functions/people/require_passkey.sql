-- A tenant may require a passkey from its administrators, and for approvals above an amount (AUTH-36). The amount is
-- checked at the approval; this checks the entry of a session started by other means, also while acting.
create or replace function app.require_passkey(in_of_operators boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if in_of_operators and 'user-operator' = any (string_to_array(current_setting('app.roles', true), ','))
     or (app.is_admin() or app.is_acting()) and exists (
       select from public.configuration c where c.tenant_id = app.tenant_id() and c.client_id is null
         and c.key = 'passkey_administrators' and c.value = 'true') then
    raise exception 'passkey_required' using errcode = '28000';
  end if;
end
$$;
grant execute on function app.require_passkey(boolean) to kontor_web;
