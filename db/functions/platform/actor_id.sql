create or replace function app.actor_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.actor_id', true), '')::bigint;
grant execute on function app.actor_id() to gate, operator, reader, reader_price, writer;
