-- The wanted keys of a row that are (or are not) amounts; null if there is none.
create or replace function app.pick(row_data jsonb, wanted text[], amounts text[], want_amounts boolean) returns jsonb
language sql immutable
return (
  select jsonb_object_agg(key, row_data -> key)
  from unnest(wanted) as key
  where row_data is not null and (key = any (amounts)) = want_amounts
);
