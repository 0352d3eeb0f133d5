-- Informs the people concerned by mail, combining changes within a few seconds.
create or replace function app.tell_of_controls() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  perform graphile_worker.add_job('control_changes', app.with_cause(json_build_object('tenant_id', new.tenant_id)),
    run_at => now() + interval '10 seconds', job_key => format('control changes %s', new.tenant_id), job_key_mode => 'preserve_run_at',
    max_attempts => 25);
  return null;
end
$$;
