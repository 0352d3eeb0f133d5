create or replace function app.time_zone() returns text
language sql stable security definer set search_path = '' as $$
  select app.time_zone_of(app.tenant_id())
$$;
grant execute on function app.time_zone() to reader, reader_price, writer;
