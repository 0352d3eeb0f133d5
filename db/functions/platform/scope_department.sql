create or replace function app.scope_department(kind text) returns bigint language sql stable parallel safe
  return case when current_setting('app.' || kind || '_scope', true) in ('department')
    then nullif(current_setting('app.department_id', true), '')::bigint end;
grant execute on function app.scope_department(text) to gate, operator, reader, reader_price, writer;
