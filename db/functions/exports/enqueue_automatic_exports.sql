-- Queues due exports. The stored readiness only tells whether a job is worthwhile: the job checks again.
create or replace function app.enqueue_automatic_exports() returns void
language plpgsql security definer set search_path = '' as $$
declare
  member record;
  new_job bigint;
begin
  for member in
    select c.tenant_id, c.id from public.client c
      join public.client_automatic_export a on a.tenant_id = c.tenant_id and a.client_id = c.id
      join public.tenant t on t.id = c.tenant_id
      cross join lateral (select app.are_exports_futile(c.tenant_id, c.id) as is_futile) f
    where c.automatic_export <> 'off' and c.active and t.status = 'active'
      and not exists (select from public.configuration m where m.tenant_id = c.tenant_id and m.client_id is null
        and m.key = 'module_invoice' and m.value = 'false')
      and not exists (select from public.job j where j.tenant_id = c.tenant_id and j.kind = 'automatic_export'
        and j.state in ('queued', 'running') and (j.input ->> 'client_id')::bigint = c.id)
      and (f.is_futile <> (a.stopped_at is not null) or not f.is_futile and case c.automatic_export
        when 'daily' then coalesce(a.last_day < app.day_of_tenant(c.tenant_id, now()), true)
          and c.automatic_export_hour <= app.hour_of_tenant(c.tenant_id, now())
        else exists (select from app.waits_for_automatic_export(c.tenant_id, c.id) w
          left join public.invoice_readiness r on r.tenant_id = c.tenant_id and r.invoice_id = w
          where r.code is null) end)
  loop
    insert into public.job (tenant_id, kind, input)
      values (member.tenant_id, 'automatic_export', json_build_object('client_id', member.id)) returning id into new_job;
    perform app.queue_job(member.tenant_id, new_job, 'automatic_export', null);
  end loop;
end
$$;
grant execute on function app.enqueue_automatic_exports() to gate;
