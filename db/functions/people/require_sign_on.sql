-- Refuses a session by other means where the tenant allows only single sign-on (AUTH-32). Administrators are exempt,
-- so that a failing issuer does not lock out the tenant, and so are auditors, who are in no directory.
create or replace function app.require_sign_on() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (app.is_admin() or app.is_acting() or 'user-auditor' = any (string_to_array(current_setting('app.roles', true), ',')))
     and app.is_sign_on_only(app.tenant_id()) then
    raise exception 'sign_on_required' using errcode = '28000';
  end if;
end
$$;
grant execute on function app.require_sign_on() to kontor_web;
