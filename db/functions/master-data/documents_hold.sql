-- The columns by which heads and lines of documents use rows of a table: its foreign keys that restrict deletion.
create or replace function app.documents_hold(in_table text)
returns table (kind text, relation text, document_column text, held_column text)
language sql stable set search_path to '' as $$
  select k.kind, c.relname::text, case c.relname when k.kind then 'id' else k.kind || '_id' end, a.attname::text
  from unnest('{procurement,invoice,contract}'::text[]) as k (kind)
  join pg_class c on c.relnamespace = 'public'::regnamespace and c.relname in (k.kind, k.kind || '_line')
  join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.confdeltype = 'r'
  join pg_class held on held.oid = f.confrelid and held.relnamespace = c.relnamespace and held.relname = in_table
  join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[array_length(f.conkey, 1)]
  order by k.kind, c.relname, a.attname
$$;
grant execute on function app.documents_hold(text) to reader, reader_price, writer;
