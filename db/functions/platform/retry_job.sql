-- Restarts a failed job; false if it has not failed, or was just restarted by somebody else. For an archived tenant
-- it waits for restoring. Attempt numbers are never reused, so that earlier attempts are refused.
create or replace function app.retry_job(in_tenant bigint, in_job bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  its_kind text;
begin
  perform app.require_operator();
  update public.job
    set state = 'queued', failed_attempts = 0, ended_attempts = attempts, progress = 0, error = null, failure = null, finished_at = null
    where tenant_id = in_tenant and id = in_job and state = 'failed' and discarded_at is null
    returning kind into its_kind;
  if its_kind is null then
    return false;
  end if;
  perform app.queue_job(in_tenant, in_job, its_kind, null);
  perform app.note_operation(in_tenant, 'job_retried', format('%s %s', its_kind, in_job));
  return true;
end
$$;
grant execute on function app.retry_job(bigint, bigint) to operator;
