create or replace function app.auditor_client() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.auditor_client', true), '')::bigint;
grant execute on function app.auditor_client() to auditor;
