-- The rows changed by this transaction that affect open documents; without companies those of all.
create or replace function app.reached_rows() returns table ("table" text, ids bigint[], clients bigint[])
language sql stable set search_path to '' as $$
  select r."table", array_agg(distinct id), r.clients
  from jsonb_to_recordset(nullif(current_setting('app.reached', true), '')::jsonb) as r ("table" text, ids bigint[], clients bigint[])
  cross join unnest(r.ids) as id
  group by r."table", r.clients
$$;
grant execute on function app.reached_rows() to reader, reader_price, writer, operator;
