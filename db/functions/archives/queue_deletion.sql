create or replace function app.queue_deletion() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform graphile_worker.add_job('deletion', job_key => 'deletion', max_attempts => 100);
end
$$;
grant execute on function app.queue_deletion() to gate;
