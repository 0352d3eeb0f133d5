-- Deletes entries of long ago, of deleted mails or jobs.
create or replace function app.clean_up_readings() returns void
  language sql security definer set search_path = ''
  as $$ delete from public.reading_try where begun_at < now() - interval '90 days' $$;
grant execute on function app.clean_up_readings() to gate;
