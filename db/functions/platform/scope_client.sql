create or replace function app.scope_client(kind text) returns bigint language sql stable parallel safe
  return case when current_setting('app.' || kind || '_scope', true) = 'client'
    then nullif(current_setting('app.client_id', true), '')::bigint end;
grant execute on function app.scope_client(text) to gate, operator, reader, reader_price, writer;
