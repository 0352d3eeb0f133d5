-- The person and the person's task groups.
create or replace function app.persons() returns bigint[] language sql stable parallel safe
  return nullif(current_setting('app.persons', true), '')::bigint[];
grant execute on function app.persons() to gate, operator, reader, reader_price, writer;
