-- The payload of a queue entry with the request that queues it: its id, and its trace if there is one.
create or replace function app.with_cause(in_payload json) returns json
language sql stable set search_path = '' as $$
  select case when coalesce(current_setting('app.cause', true), '') = '' then in_payload
    else (in_payload::jsonb || jsonb_build_object('cause', current_setting('app.cause', true)))::json end
$$;
