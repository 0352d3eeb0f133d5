-- Refuses whoever has a job no longer, because another worker has taken it over (JOB-06). Until the transaction ends nobody takes it
-- over: who does locks the row for update. To show how far it is goes on meanwhile.
create or replace function app.require_job(in_tenant bigint, in_job bigint, in_attempt integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.job where tenant_id = in_tenant and id = in_job and attempts = in_attempt and state in ('queued', 'running')
    for key share;
  if not found then
    raise exception 'job % was taken over', in_job using errcode = 'KJ001';
  end if;
end
$$;
grant execute on function app.require_job(bigint, bigint, integer) to gate, kontor_web;
