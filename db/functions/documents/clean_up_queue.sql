-- Deletes settled entries a month after their last attempt, like jobs (JOB-02).
create or replace function app.clean_up_queue() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
      where starts_with(last_error, 'settled: ') and attempts >= max_attempts and run_at < now() - interval '30 days'));
end
$$;
grant execute on function app.clean_up_queue() to gate;
