-- The active permission groups of the person (ROLE-13).
create or replace function app.permissions() returns bigint[] language sql stable parallel safe
  return nullif(current_setting('app.permissions', true), '')::bigint[];
grant execute on function app.permissions() to gate, operator, reader, reader_price, writer;
