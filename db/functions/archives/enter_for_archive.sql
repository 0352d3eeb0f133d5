-- An archive is made and read at the gate, so that that of an archived tenant can be handed over as well (OP-03); what is read of
-- the tenant is read by the writer within its wall.
create or replace function app.enter_for_archive(in_tenant bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.tenant where id = in_tenant) then
    raise exception 'unauthenticated' using errcode = '28000';
  end if;
  perform
    set_config('app.tenant_id', in_tenant::text, true),
    set_config('app.user_id', '', true),
    set_config('app.actor_id', '', true),
    set_config('app.roles', '', true),
    set_config('app.is_admin', '', true),
    set_config('app.is_operator', '', true),
    set_config('app.persons', '{}', true);
end
$$;
grant execute on function app.enter_for_archive(bigint) to gate;
