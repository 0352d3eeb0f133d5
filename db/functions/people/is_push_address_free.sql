-- Whether no other session, of any tenant, uses the address of a device (MOB-03). Whoever knows an address can learn no more.
create or replace function app.is_push_address_free(in_digest bytea, in_session uuid) returns boolean
language sql volatile security definer set search_path = '' as $$
  select not exists (select from public.push_subscription s where s.address_digest = in_digest and s.session <> in_session)
$$;
grant execute on function app.is_push_address_free(bytea, uuid) to writer;
