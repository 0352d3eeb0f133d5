-- Metrics for the operator: how far standbys are behind, and how much of its log the server keeps for slots. A standby that
-- lacks something counts from its last word at least, so that the delay of a frozen one grows.
create or replace function app.replication_figures()
  returns table (kind text, name text, is_active boolean, behind_seconds double precision, kept_bytes bigint, is_lost boolean)
language sql stable security definer set search_path = '' as $$
  select 'standby', coalesce(r.application_name, ''), r.state = 'streaming',
    case when r.replay_lsn >= pg_catalog.pg_current_wal_flush_lsn() then 0
      else greatest(extract(epoch from r.replay_lag), extract(epoch from clock_timestamp() - r.reply_time), 0) end::double precision,
    null, null
  from pg_catalog.pg_stat_replication r where r.state is distinct from 'backup'
  union all
  select 'slot', s.slot_name, s.active, null,
    greatest(pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), s.restart_lsn), 0)::bigint,
    coalesce(s.wal_status = 'lost', false)
  from pg_catalog.pg_replication_slots s where not s.temporary
  order by 1, 2
$$;
grant execute on function app.replication_figures() to gate;
