-- Queues a check at the target for each unconfirmed run of the last week: ten minutes after the run and daily
-- (EXP-29). The last check reports runs that are still unconfirmed. File targets are not checked.
create or replace function app.enqueue_export_looks() returns void
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  new_job bigint;
begin
  for due in
    select r.tenant_id, r.id, r.ended_at < now() - interval '6 days' as is_last
    from public.tenant t
      join public.invoice_export_run r on r.tenant_id = t.id
    where t.status = 'active' and r.state in ('done', 'failed')
      and r.ended_at between now() - interval '8 days' and now() - interval '10 minutes'
      and (r.asked_at is null or r.asked_at < now() - interval '1 day')
      and exists (select from public.invoice_export_transfer f
        where f.tenant_id = r.tenant_id and f.invoice_export_run_id = r.id)
      and exists (select from public.invoice_export_entry e
        where e.tenant_id = r.tenant_id and e.invoice_export_run_id = r.id and e.state in ('exported', 'uncertain')
          and coalesce(e.found not in ('arrived', 'changed'), true))
      and not exists (select from public.configuration m where m.tenant_id = r.tenant_id and m.client_id is null
        and m.key = 'module_invoice' and m.value = 'false')
      and not exists (select from public.job j where j.tenant_id = r.tenant_id and j.kind = 'export_look'
        and j.state in ('queued', 'running') and (j.input ->> 'run_id')::bigint = r.id)
  loop
    insert into public.job (tenant_id, kind, input)
      values (due.tenant_id, 'export_look', json_build_object('run_id', due.id, 'is_last', due.is_last)) returning id into new_job;
    perform app.queue_job(due.tenant_id, new_job, 'export_look', null);
  end loop;
end
$$;
grant execute on function app.enqueue_export_looks() to gate;
