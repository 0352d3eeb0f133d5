-- Forgets what was begun long ago: a mail that is gone, a job that was deleted.
create or replace function app.clean_up_readings() returns void
  language sql security definer set search_path = ''
  as $$ delete from public.reading_try where begun_at < now() - interval '90 days' $$;
grant execute on function app.clean_up_readings() to gate;
