create or replace function app.sees_involved(kind text) returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.' || kind || '_involved', true), '') = 'on';
grant execute on function app.sees_involved(text) to gate, operator, reader, reader_price, writer;
