-- Notes rows changed by this transaction that affect open documents, of some companies or of all.
create or replace function app.note_reached(in_table text, in_ids bigint[], in_clients bigint[]) returns void
language sql set search_path to '' as $$
  select set_config('app.reached', (coalesce(nullif(current_setting('app.reached', true), ''), '[]')::jsonb
    || jsonb_build_object('table', in_table, 'ids', in_ids, 'clients', in_clients))::text, true)
  where cardinality(in_ids) > 0
$$;
grant execute on function app.note_reached(text, bigint[], bigint[]) to writer;
