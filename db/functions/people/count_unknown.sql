-- Adds counts, such as {"unknown_link": 3}; for the server only.
create or replace function app.count_unknown(in_counts jsonb) returns void language sql volatile security definer set search_path = '' as $$
  insert into public.unknown_access as u (hour, code, times)
    select date_trunc('hour', clock_timestamp(), 'UTC'), key, value::bigint from jsonb_each_text(in_counts) order by key
    on conflict (hour, code) do update set times = u.times + excluded.times
$$;
grant execute on function app.count_unknown(jsonb) to gate;
