-- Queues a job for every webhook with a message that is due, unless one is waiting or running.
create or replace function app.enqueue_webhooks() returns void
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  new_job bigint;
begin
  for due in
    select w.tenant_id, w.id from public.webhook w
    join public.tenant t on t.id = w.tenant_id and t.status = 'active'
    join public.lb_user u on u.tenant_id = w.tenant_id and u.id = w.lb_user_id
    where w.active and w.secret is not null and coalesce(w.paused_until <= now(), true)
      -- The job of a webhook whose person may not act tells so once.
      and (w.told_at is null or u.active and (u.is_service or not u.blocked) and not u.is_group and u.auditor_ends_on is null)
      and exists (select from public.webhook_delivery d
        where d.tenant_id = w.tenant_id and d.webhook_id = w.id and d.state = 'waiting' and d.next_try_at <= now())
      and not exists (select from public.job j where j.tenant_id = w.tenant_id and j.kind = 'send_webhooks'
        and j.state in ('queued', 'running') and (j.input ->> 'webhook_id')::bigint = w.id)
  loop
    insert into public.job (tenant_id, kind, input)
      values (due.tenant_id, 'send_webhooks', json_build_object('webhook_id', due.id)) returning id into new_job;
    perform app.queue_job(due.tenant_id, new_job, 'send_webhooks', null);
  end loop;
end
$$;
grant execute on function app.enqueue_webhooks() to gate;
