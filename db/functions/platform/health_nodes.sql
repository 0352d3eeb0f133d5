-- Workers of a version without nodes are listed as their own nodes.
create or replace function app.health_nodes() returns table (
  id text, roles text[], version text, runtime text, started_at timestamptz, heartbeat_at timestamptz, silent_seconds double precision,
  running bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_operator();
  return query
    with process as (
      select n.id::text as key, n.roles, n.version, n.runtime, n.started_at, n.heartbeat_at,
        array(select w.id from public.worker w where w.node_id = n.id) as lanes
      from public.node n
      union all
      select w.id, array['worker'], null, null, w.started_at, w.heartbeat_at,
        array(select l.id from public.worker l where w.id in (l.id, l.beside))
      from public.worker w where w.beside is null and not exists (select from public.node n where n.id = w.node_id)
    )
    select p.key, p.roles, p.version, p.runtime, p.started_at, p.heartbeat_at,
      extract(epoch from clock_timestamp() - p.heartbeat_at)::double precision,
      (select count(*) from graphile_worker.jobs j where j.locked_by = any (p.lanes))
    from process p order by p.started_at, p.key;
end
$$;
grant execute on function app.health_nodes() to operator;
