-- What a person is told by mail, the devices show as well (MOB-03).
create or replace function app.note_push_of_notification() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  told text := case new.kind when 'question' then 'mention' when 'reminder' then 'deadline' else 'task' end;
begin
  insert into public.push_notice (tenant_id, push_subscription_id, kind, notification_id)
    select s.tenant_id, s.id, told, new.id
    from public.push_subscription s
    where s.tenant_id = new.tenant_id and s.lb_user_id = new.lb_user_id and told = any (s.kinds);
  if found then
    perform app.queue_push(new.tenant_id, new.lb_user_id);
  end if;
  return null;
end
$$;
