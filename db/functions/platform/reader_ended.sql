create or replace function app.reader_ended(in_what bytea) returns void
language sql security definer set search_path = '' as $$
  update public.reading_try set tries = least(tries + 4, 10) where key = app.reading_key(in_what)
$$;
grant execute on function app.reader_ended(bytea) to gate, writer;
