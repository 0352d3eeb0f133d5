create or replace function app.client_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.client_id', true), '')::bigint;
grant execute on function app.client_id() to gate, operator, reader, reader_price, writer;
