-- Whether a change of a budget makes it lower than its use, or removes its use from it.
create or replace function app.undercuts_budget(in_old jsonb, in_new jsonb, in_used numeric) returns boolean
language sql immutable set search_path to '' as $$
  select in_used > 0 and (in_new is null or (in_new ->> 'value')::numeric < least(in_used, (in_old ->> 'value')::numeric)
    or (in_new - '{value,name,updated_at}'::text[]) <> (in_old - '{value,name,updated_at}'::text[]))
$$;
grant execute on function app.undercuts_budget(jsonb, jsonb, numeric) to writer;
