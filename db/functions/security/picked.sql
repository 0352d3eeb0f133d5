create or replace function app.picked(in_row jsonb, in_columns text[]) returns jsonb language sql immutable as $$
  select jsonb_object_agg(name, in_row -> name) from unnest(in_columns) name where in_row is not null
$$;
grant execute on function app.picked(jsonb, text[]) to writer;
