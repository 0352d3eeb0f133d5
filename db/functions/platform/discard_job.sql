-- Discards a failed job; the tenant still sees it as failed.
create or replace function app.discard_job(in_tenant bigint, in_job bigint, in_reason text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  its_kind text;
begin
  perform app.require_operator();
  update public.job set discarded_at = now()
    where tenant_id = in_tenant and id = in_job and state = 'failed' and discarded_at is null
    returning kind into its_kind;
  if its_kind is null then
    return false;
  end if;
  perform app.note_operation(in_tenant, 'job_discarded', format('%s %s: %s', its_kind, in_job, in_reason));
  return true;
end
$$;
grant execute on function app.discard_job(bigint, bigint, text) to operator;
