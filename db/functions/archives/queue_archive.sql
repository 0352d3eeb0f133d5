-- Starts a requested archive without waiting for the next minute.
create or replace function app.queue_archive() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform graphile_worker.add_job('archive', app.with_cause(json_build_object('tenant_id', new.tenant_id)), job_key => 'archive asked for');
  return null;
end
$$;
