create or replace function app.queue_job(in_tenant bigint, in_job bigint, in_kind text, in_run_at timestamptz) returns void
  language plpgsql set search_path = '' as $$
begin
  perform graphile_worker.add_job(
    in_kind, app.with_cause(json_build_object('tenant_id', in_tenant, 'job_id', in_job)), run_at => in_run_at, max_attempts => 100,
    queue_name => app.reading_queue(in_tenant, in_job, in_kind),
    priority => (select count(*)::integer from public.job
                 where tenant_id = in_tenant and id <> in_job and state in ('queued', 'running')));
end $$;
