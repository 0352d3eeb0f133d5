-- Whoever deactivates master data is told which documents wait on it (PROC-43): those on their way or in force that point to it.

-- The statuses in which a document is no draft and not over.
create function app.open_statuses(in_kind text) returns text[] language sql immutable parallel safe return
  case in_kind
    when 'procurement' then '{open,approval,approved,ordered,clearing}'::text[]
    when 'invoice' then '{open,approval,financial-approval,clearing,accounting,export}'::text[]
    when 'contract' then '{pending,check,contract-approval,signature,clearing,completed,active,inactive}'::text[]
  end;

-- The columns by which heads and lines of documents hold rows of a table: its foreign keys that forbid to delete them.
create function app.documents_hold(in_table text)
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

-- The open documents that hold any of these rows, as far as whoever asks sees them.
create function app.documents_waiting_on(in_table text, in_ids bigint[]) returns table (kind text, document_id bigint)
language plpgsql stable set search_path to '' as $$
declare
  held record;
begin
  for held in
    select h.kind, string_agg(format('select h.%I from public.%I h where h.tenant_id = $1 and h.%I = any ($2)',
      h.document_column, h.relation, h.held_column), ' union ') as holding
    from app.documents_hold(in_table) h where h.kind = any (app.kinds_on()) group by h.kind
  loop
    return query execute format(
      'select d.kind, d.id from public.document d
       where d.tenant_id = $1 and d.kind = %L and d.status = any ($3) and d.id in (%s)', held.kind, held.holding)
      using app.tenant_id(), in_ids, app.open_statuses(held.kind);
  end loop;
end
$$;
grant execute on function app.open_statuses(text) to reader, reader_price, writer;
grant execute on function app.documents_hold(text) to reader, reader_price, writer;
grant execute on function app.documents_waiting_on(text, bigint[]) to reader, reader_price, writer;
grant execute on function app.kinds_on() to writer;

-- Counts them where rows are deactivated, in whatever way, for the answer to whoever did it.
create function app.count_documents_waiting() returns trigger language plpgsql set search_path to '' as $$
declare
  retired bigint[];
  waiting integer;
begin
  select array_agg(n.id) into retired from was o join now_is n on n.id = o.id and n.tenant_id = o.tenant_id
    where o.active and not n.active;
  if retired is null then
    return null;
  end if;
  select count(*) into waiting from app.documents_waiting_on(tg_table_name, retired);
  if waiting > 0 then
    perform set_config('app.documents_waiting',
      (coalesce(nullif(current_setting('app.documents_waiting', true), ''), '0')::integer + waiting)::text, true);
  end if;
  return null;
end
$$;

-- What a person leaves is told by its hand-over (ADM-10).
do $$
declare
  held text;
begin
  for held in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'active'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'lb_user'
      and exists (select from app.documents_hold(c.relname::text))
  loop
    execute format('create trigger count_documents_waiting after update on public.%I
      referencing old table as was new table as now_is for each statement execute function app.count_documents_waiting()', held);
  end loop;
end
$$;
