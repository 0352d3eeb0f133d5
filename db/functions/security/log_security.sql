-- Events are logged by the tables themselves.
create or replace function app.log_security(in_tenant bigint, in_kind text, in_person bigint, in_actor bigint, in_about jsonb default '{}') returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.security_log (tenant_id, kind, lb_user_id, actor_id, means, what, target_id, code, device, network)
    values (in_tenant, in_kind, in_person, nullif(in_actor, 0), coalesce(in_about ->> 'means', app.means()),
      left(in_about ->> 'what', 200), (in_about ->> 'target_id')::bigint, in_about ->> 'code', in_about ->> 'device',
      app.network_of(in_about ->> 'address'))
$$;
