-- Queues the job that tells a person's devices, unless one waits. A job that is just beginning may miss what is told now;
-- `app.enqueue_push` finds that a minute later.
create or replace function app.queue_push(in_tenant bigint, in_person bigint) returns void
language plpgsql set search_path = '' as $$
declare
  new_job bigint;
begin
  if exists (select from public.job j where j.tenant_id = in_tenant and j.kind = 'send_push' and j.state = 'queued'
      and j.attempts = 0 and (j.input ->> 'person_id')::bigint = in_person) then
    return;
  end if;
  insert into public.job (tenant_id, kind, input)
    values (in_tenant, 'send_push', json_build_object('person_id', in_person)) returning id into new_job;
  perform app.queue_job(in_tenant, new_job, 'send_push', null);
end
$$;
