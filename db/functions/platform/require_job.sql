-- Refuses the attempt if another worker has taken over the job (JOB-06). It cannot be taken over until this
-- transaction ends, because that locks the row for update. Updates of progress are not blocked.
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
