create or replace function app.user_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::bigint;
grant execute on function app.user_id() to gate, operator, reader, reader_price, writer;
