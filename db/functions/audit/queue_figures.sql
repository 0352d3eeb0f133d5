-- Metrics for the operator: the queue, and the unsealed part of the audit.
create or replace function app.queue_figures()
  returns table (ready bigint, later bigint, running bigint, given_up bigint, oldest_ready_seconds double precision)
language plpgsql stable security definer set search_path = '' as $$
begin
  -- PL/pgSQL, because the queue's tables are created only after the migrations.
  return query
    select count(*) filter (where waits and run_at <= now()), count(*) filter (where waits and run_at > now()),
           count(*) filter (where locked_at is not null), count(*) filter (where locked_at is null and not waits),
           coalesce(extract(epoch from now() - min(run_at) filter (where waits and run_at <= now())), 0)::double precision
      from (select run_at, locked_at, locked_at is null and attempts < max_attempts as waits from graphile_worker.jobs) entry;
end
$$;
grant execute on function app.queue_figures() to gate;
