-- No mailbox reads older mails any more.
create or replace function app.clean_up_mails() returns void
language sql security definer set search_path = '' as $$
  delete from public.mailbox_mail where created_at < now() - interval '400 days'
$$;
grant execute on function app.clean_up_mails() to gate;
