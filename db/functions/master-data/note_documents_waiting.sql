-- Adds to what the answer tells of open documents.
create or replace function app.note_documents_waiting(in_count integer) returns void language sql set search_path to '' as $$
  select set_config('app.documents_waiting',
    (coalesce(nullif(current_setting('app.documents_waiting', true), ''), '0')::integer + in_count)::text, true) where in_count > 0
$$;
grant execute on function app.note_documents_waiting(integer) to writer;
