-- A person's scope for documents of a kind (ROLE-04): everything, or the companies and departments named here.
create or replace function app.sees_all(kind text) returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.' || kind || '_scope', true), '') = 'all';
grant execute on function app.sees_all(text) to gate, operator, reader, reader_price, writer;
