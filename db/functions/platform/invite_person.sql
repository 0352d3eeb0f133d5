-- A person added in the product gets an invitation (AUTH-27); the worker creates the login link, so that no token is
-- in the queue.
create or replace function app.invite_person() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform graphile_worker.add_job(
    'invitation', app.with_cause(json_build_object('tenant_id', new.tenant_id, 'person_id', new.id)), max_attempts => 5);
  return null;
end
$$;
