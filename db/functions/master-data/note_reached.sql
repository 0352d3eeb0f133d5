create or replace function app.note_reached(in_table text, in_ids bigint[]) returns void language sql set search_path to '' as $$
  select set_config('app.reached', (known.rows || jsonb_build_object(in_table, coalesce(known.rows -> in_table, '[]') || to_jsonb(in_ids)))::text, true)
  from (select coalesce(nullif(current_setting('app.reached', true), ''), '{}')::jsonb as rows) known
  where cardinality(in_ids) > 0
$$;
grant execute on function app.note_reached(text, bigint[]) to writer;
