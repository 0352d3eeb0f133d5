-- Deletes expired data (JOB-02, API-39, AUD-09). The audit is never cleaned up. Input and report of an import are kept as
-- long as its job; mail links show the outcome for a month after their end.
create or replace function app.clean_up() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.login_request where created_at < now() - interval '1 day';
  delete from public.login_token where expires_at < now() - interval '1 day';
  delete from public.approval_link where expires_at < now() - interval '30 days';
  delete from public.refresh_token where expires_at < now() - interval '1 day';
  delete from public.passkey_challenge where expires_at < now();
  delete from public.command_log where created_at < now() - interval '7 days';
  delete from public.transaction where created_at < now() - interval '90 days';
  delete from public.manual_miss where last_at < now() - interval '180 days';
  delete from public.record_lock where locked_at < now() - interval '1 day';
  delete from public.webhook_delivery where created_at < now() - interval '30 days';
  delete from public.scheduled_export_run where created_at < now() - interval '400 days';
  delete from public.push_notice where created_at < now() - interval '10 days';
  delete from public.job where finished_at < now() - interval '30 days';
  delete from public.file where received_by = 'import' and created_at < now() - interval '30 days';
  -- A cart explains the origin of its lines.
  delete from public.punchout_cart c
    where c.updated_at < now() - interval '30 days' and c.state <> 'returned'
      and not exists (select from public.procurement_line l where l.tenant_id = c.tenant_id and l.punchout_cart_id = c.id);
  call app.clean_up_uploads();
end
$$;
grant execute on function app.clean_up() to gate;
