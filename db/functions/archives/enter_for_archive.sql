-- Archives are made and read as gate, so that the archive of an archived tenant can be handed over too (OP-03); the
-- tenant's data are read as writer, within its wall.
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
