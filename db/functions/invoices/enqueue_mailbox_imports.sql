-- Queues a job for every automatically read mailbox, unless one is waiting or running (JOB-02).
create or replace function app.enqueue_mailbox_imports() returns void
language plpgsql security definer set search_path = '' as $$
declare
  member record;
  new_job bigint;
begin
  for member in
    select m.tenant_id, m.id from public.mailbox m join public.tenant t on t.id = m.tenant_id
    where t.status = 'active' and m.active and m.import_invoices_automatically
      and case m.sign_in when 'password' then m.password when 'google' then m.oauth_refresh_token else m.oauth_secret end is not null
      and not exists (select from public.configuration c where c.tenant_id = m.tenant_id and c.client_id is null
        and c.key = 'module_invoice' and c.value = 'false')
      and not exists (select from public.job j where j.tenant_id = m.tenant_id and j.kind = 'import_mailbox'
        and j.state in ('queued', 'running') and (j.input ->> 'mailbox_id')::bigint = m.id)
  loop
    insert into public.job (tenant_id, kind, input)
      values (member.tenant_id, 'import_mailbox', json_build_object('mailbox_id', member.id)) returning id into new_job;
    perform app.queue_job(member.tenant_id, new_job, 'import_mailbox', null);
  end loop;
end
$$;
grant execute on function app.enqueue_mailbox_imports() to gate;
