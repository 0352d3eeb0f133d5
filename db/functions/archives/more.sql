create or replace function app.more(in_counts jsonb, in_key text, in_more bigint) returns jsonb
language sql immutable parallel safe
return case when in_more = 0 then in_counts
  else in_counts || jsonb_build_object(in_key, coalesce((in_counts ->> in_key)::bigint, 0) + in_more) end;
