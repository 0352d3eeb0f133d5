-- Computed once per transaction, at its start; the planner sees a constant.
create or replace function app.is_on(module text) returns boolean language sql stable parallel safe
return position(',' || module || ','
  in coalesce(nullif(current_setting('app.modules_off', true), ''), app.modules_off())) = 0;
grant execute on function app.is_on(text) to reader, reader_price;
