-- Whether it may be read: not if it has ended its reader twice.
create or replace function app.begin_reading(in_what bytea) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.reading_try as known (key) values (app.reading_key(in_what))
    on conflict (key) do update set tries = known.tries + 1, begun_at = clock_timestamp() where known.tries < 10;
  return found;
end $$;
grant execute on function app.begin_reading(bytea) to gate, writer;
