-- Tells a person's devices that want this kind of notices of a document (MOB-03). Whoever decides on a mail calls it, so that
-- there is one rule about who is told what.
create or replace function app.note_push(in_person bigint, in_kind text, in_title text, in_document_kind text, in_document bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.push_notice (tenant_id, push_subscription_id, kind, title, document_kind, document_id)
    select s.tenant_id, s.id, in_kind, in_title, in_document_kind, in_document
    from public.push_subscription s
    where s.tenant_id = app.tenant_id() and s.lb_user_id = in_person and in_kind = any (s.kinds);
  if found then
    perform app.queue_push(app.tenant_id(), in_person);
  end if;
end
$$;
grant execute on function app.note_push(bigint, text, text, text, bigint) to writer;
