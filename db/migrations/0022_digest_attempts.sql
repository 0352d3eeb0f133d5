-- A collected mail that was interrupted by the end of its worker counts as an attempt of the queue, however short it
-- ran. Its limit must be so high that only real failures, with their growing pauses, come near it (JOB-05, MAIL-02).

create or replace function app.enqueue_digest(in_person bigint, in_run_at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if app.tenant_id() is null then
    raise exception 'a digest needs a tenant' using errcode = '42501';
  end if;
  perform graphile_worker.add_job(
    'digest', json_build_object('tenant_id', app.tenant_id(), 'person_id', in_person), run_at => in_run_at,
    max_attempts => 100, job_key => format('digest %s %s', app.tenant_id(), in_person), job_key_mode => 'preserve_run_at');
end
$$;
