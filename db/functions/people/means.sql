create or replace function app.means() returns text language sql stable parallel safe
  return nullif(current_setting('app.means', true), '');
grant execute on function app.means() to gate, operator, reader, reader_price, writer;
