create or replace function app.end_reading(in_what bytea) returns void
  language sql security definer set search_path = ''
  as $$ delete from public.reading_try where key = app.reading_key(in_what) $$;
grant execute on function app.end_reading(bytea) to gate, writer;
