-- Repeats after a delay, independent of the node's clock.
create or replace function app.repeat_job(in_tenant bigint, in_job bigint, in_wait interval) returns void
language sql security definer set search_path to '' as $$
  select app.queue_job(tenant_id, id, kind, clock_timestamp() + in_wait) from public.job where tenant_id = in_tenant and id = in_job
$$;
grant execute on function app.repeat_job(bigint, bigint, interval) to gate;

-- Queues a failed job again.
create or replace function app.repeat_job(in_tenant bigint, in_job bigint, in_run_at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  select app.queue_job(tenant_id, id, kind, in_run_at) from public.job where tenant_id = in_tenant and id = in_job;
$$;
grant execute on function app.repeat_job(bigint, bigint, timestamptz) to gate;
