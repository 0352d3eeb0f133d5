-- Readiness depends on settings, accounts, keys, suppliers and days: recomputed after any write of the tenant,
-- otherwise after six hours.
create or replace function app.enqueue_readiness() returns void
language plpgsql security definer set search_path = '' as $$
declare
  member record;
  new_job bigint;
begin
  update public.invoice_readiness_look l set looked_at = now()
    where not exists (select from public.audit_log a where a.tenant_id = l.tenant_id and a.xact >= l.seen_xact);
  for member in
    select t.id from public.tenant t
    where t.status = 'active'
      and not exists (select from public.configuration c where c.tenant_id = t.id and c.client_id is null
        and c.key = 'module_invoice' and c.value = 'false')
      and exists (select from public.client c
        left join public.invoice_readiness_look l on l.tenant_id = c.tenant_id and l.client_id = c.id
        where c.tenant_id = t.id and (l.client_id is null or l.worked_out_at < now() - interval '6 hours'
          or exists (select from public.audit_log a where a.tenant_id = t.id and a.xact >= l.seen_xact)))
      and not exists (select from public.job j where j.tenant_id = t.id and j.kind = 'export_readiness'
        and j.state in ('queued', 'running'))
  loop
    insert into public.job (tenant_id, kind, input) values (member.id, 'export_readiness', '{}') returning id into new_job;
    perform app.queue_job(member.id, new_job, 'export_readiness', null);
  end loop;
end
$$;
grant execute on function app.enqueue_readiness() to gate;
