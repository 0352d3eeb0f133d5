-- Queues the messages of a change in its own transaction. Several changes of a record in one transaction are one.
create or replace function app.note_webhook_events() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  if exists (select from public.webhook w where w.tenant_id = new.tenant_id and w.active) then
    insert into public.webhook_delivery (tenant_id, webhook_id, event, subject_table, subject_id, facts, occurred_at)
      select w.tenant_id, w.id, e.event, e.subject_table, e.subject_id, e.facts, new.created_at
      from app.webhook_events(new) e
      join public.webhook w on w.tenant_id = new.tenant_id and w.active and e.event = any (w.events)
      where not exists (select from public.webhook_delivery d
        where d.tenant_id = w.tenant_id and d.webhook_id = w.id and d.state = 'waiting' and d.created_at = now()
          and d.event = e.event and d.subject_table = e.subject_table and d.subject_id = e.subject_id and d.facts = e.facts);
  end if;
  return null;
end
$$;
