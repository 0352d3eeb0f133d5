-- Whether a tenant allows only single sign-on (AUTH-32).
create or replace function app.is_sign_on_only(in_tenant bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.configuration
    where tenant_id = in_tenant and client_id is null and key = 'sign_on_only' and value = 'true')
$$;
grant execute on function app.is_sign_on_only(bigint) to gate, writer;
