-- Schedules the next digest of a person. One at a time: later tasks join the scheduled mail, and tasks added while it
-- is written schedule the next one (MAIL-02).
create or replace function app.enqueue_digest(in_person bigint, in_run_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job text := format('digest %s %s', app.tenant_id(), in_person);
begin
  if app.tenant_id() is null then
    raise exception 'a digest needs a tenant' using errcode = '42501';
  end if;
  if pg_try_advisory_xact_lock_shared(app.digest_lock(in_person)) then
    -- A separate statement, to see what was committed before the lock.
    perform from graphile_worker.jobs where key = job and locked_at is null and attempts = 0;
    if found then
      return;
    end if;
  end if;
  perform graphile_worker.add_job(
    'digest', app.with_cause(json_build_object('tenant_id', app.tenant_id(), 'person_id', in_person)),
    run_at => in_run_at,
    max_attempts => 100, job_key => job, job_key_mode => 'preserve_run_at');
end
$$;
grant execute on function app.enqueue_digest(bigint, timestamptz) to writer;
