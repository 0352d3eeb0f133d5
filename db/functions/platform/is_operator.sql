-- The person works in the operator area, with the role and the header for it (TECH-04).
create or replace function app.is_operator() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.is_operator', true), '') = 'on';
grant execute on function app.is_operator() to gate, operator, reader, reader_price, writer;
