-- A tenant may ask its administrators for a passkey, and everybody who approves more than an amount (AUTH-36). The amount is asked
-- for at the approval; this is asked at the entry of a session that began with less, whoever acts in it.
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
