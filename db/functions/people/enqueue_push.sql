-- Queues a job for every person with a device that has a notice due (MOB-03).
create or replace function app.enqueue_push() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.queue_push(due.tenant_id, due.lb_user_id)
  from (
    select distinct s.tenant_id, s.lb_user_id
    from public.push_notice n
    join public.push_subscription s on s.tenant_id = n.tenant_id and s.id = n.push_subscription_id
    join public.tenant t on t.id = s.tenant_id and t.status = 'active'
    where n.next_try_at <= now() and coalesce(s.paused_until <= now(), true)) due;
end
$$;
grant execute on function app.enqueue_push() to gate;
