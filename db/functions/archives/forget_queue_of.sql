-- Removes entries of a tenant from the queue; running ones find no tenant any more.
create or replace function app.forget_queue_of(in_tenant bigint) returns bigint
language plpgsql set search_path = '' as $$
declare
  gone bigint;
begin
  delete from graphile_worker._private_jobs where locked_at is null and payload::jsonb ->> 'tenant_id' = in_tenant::text;
  get diagnostics gone = row_count;
  return gone;
end
$$;
