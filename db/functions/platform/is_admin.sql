create or replace function app.is_admin() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.is_admin', true), '') = 'on';
grant execute on function app.is_admin() to gate, operator, reader, reader_price, writer;
