create or replace function app.tenant_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::bigint;
grant execute on function app.tenant_id() to gate, operator, reader, reader_price, writer;
