create or replace function app.has_role(wanted text) returns boolean language sql stable parallel safe
  return coalesce(string_to_array(nullif(current_setting('app.roles', true), ''), ','), '{}') && array[wanted, 'user-admin'];
grant execute on function app.has_role(text) to gate, operator, reader, reader_price, writer;
