-- Entries of the queue whose attempts are used up wait for nothing any longer: they are settled once, kept for a while
-- for the operator, and count as neither ready nor late (JOB-05).

drop function app.queue_figures();
create function app.queue_figures()
  returns table (ready bigint, later bigint, running bigint, given_up bigint, oldest_ready_seconds double precision)
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Not in SQL: the queue makes its tables only after the migrations.
  return query
    select count(*) filter (where waits and run_at <= now()), count(*) filter (where waits and run_at > now()),
           count(*) filter (where locked_at is not null), count(*) filter (where locked_at is null and not waits),
           coalesce(extract(epoch from now() - min(run_at) filter (where waits and run_at <= now())), 0)::double precision
      from (select run_at, locked_at, locked_at is null and attempts < max_attempts as waits from graphile_worker.jobs) entry;
end
$$;
grant execute on function app.queue_figures() to gate;

-- Those that are not settled yet, oldest first.
create function app.given_up_entries()
  returns table (id bigint, task text, attempts integer, last_error text, payload json)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select j.id, j.task_identifier, j.attempts::integer, j.last_error, p.payload
      from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
      where j.attempts >= j.max_attempts and j.locked_at is null
        and coalesce(not starts_with(j.last_error, 'settled: '), true)
      order by j.id limit 100;
end
$$;
grant execute on function app.given_up_entries() to gate;

create function app.settle_entry(in_entry bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform graphile_worker.permanently_fail_jobs(array[id], concat('settled: ', last_error))
    from graphile_worker.jobs where id = in_entry and attempts >= max_attempts;
end
$$;
grant execute on function app.settle_entry(bigint) to gate;

-- Forgets settled entries a month after their last attempt, as jobs (JOB-02).
create function app.clean_up_queue() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
      where starts_with(last_error, 'settled: ') and attempts >= max_attempts and run_at < now() - interval '30 days'));
end
$$;
grant execute on function app.clean_up_queue() to gate;
