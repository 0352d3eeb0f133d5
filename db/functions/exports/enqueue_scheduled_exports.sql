-- Queues a job for every scheduled export that is due, unless one is waiting or running.
create or replace function app.enqueue_scheduled_exports() returns void
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  new_job bigint;
begin
  for due in
    select e.tenant_id, e.id from public.scheduled_export e
    join public.tenant t on t.id = e.tenant_id and t.status = 'active'
    where e.active and e.next_run_at <= now()
      and not exists (select from public.job j where j.tenant_id = e.tenant_id and j.kind = 'scheduled_export'
        and j.state in ('queued', 'running') and (j.input ->> 'scheduled_export_id')::bigint = e.id)
  loop
    insert into public.job (tenant_id, kind, input)
      values (due.tenant_id, 'scheduled_export', json_build_object('scheduled_export_id', due.id)) returning id into new_job;
    perform app.queue_job(due.tenant_id, new_job, 'scheduled_export', null);
  end loop;
end
$$;
grant execute on function app.enqueue_scheduled_exports() to gate;
