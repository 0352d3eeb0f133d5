create or replace function app.auditor_from() returns date language sql stable parallel safe
  return nullif(current_setting('app.auditor_from', true), '')::date;
grant execute on function app.auditor_from() to auditor;
