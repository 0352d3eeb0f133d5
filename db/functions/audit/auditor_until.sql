create or replace function app.auditor_until() returns date language sql stable parallel safe
  return nullif(current_setting('app.auditor_until', true), '')::date;
grant execute on function app.auditor_until() to auditor;
