-- No mailbox reads older mails any more; arrivals of that age without an invoice are deleted once they are done.
create or replace function app.clean_up_mails() returns void
language sql security definer set search_path = '' as $$
  delete from public.mailbox_mail where created_at < now() - interval '400 days';
  delete from public.invoice_arrival where is_done and invoice_id is null and created_at < now() - interval '400 days'
$$;
grant execute on function app.clean_up_mails() to gate;
