-- Notes rows whose steering fields this transaction has changed, each by its id with the new values.
create or replace function app.note_steered(in_table text, in_rows jsonb) returns void
language sql set search_path to '' as $$
  select set_config('app.steered', (steered || jsonb_build_object(in_table, coalesce(steered -> in_table, '{}') || in_rows))::text, true)
  from (select coalesce(nullif(current_setting('app.steered', true), ''), '{}')::jsonb as steered) known
  where in_rows is not null
$$;
grant execute on function app.note_steered(text, jsonb) to writer;
