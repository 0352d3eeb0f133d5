-- Frees the jobs of workers silent for this long (JOB-05); returns their names. Ends moves of tenants without a mover.
create or replace function app.sweep_workers(in_silence interval) returns text[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  silent text[];
begin
  perform app.end_broken_moves();
  delete from public.worker where heartbeat_at < clock_timestamp() - in_silence;
  select array_agg(distinct locked_by) into silent
    from graphile_worker.jobs
    where locked_by not in (select id from public.worker) and locked_at < clock_timestamp() - in_silence;
  if silent is not null then
    perform graphile_worker.force_unlock_workers(silent);
  end if;
  return coalesce(silent, '{}');
end
$$;
grant execute on function app.sweep_workers(interval) to gate;
