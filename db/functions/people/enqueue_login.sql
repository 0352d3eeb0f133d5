-- The worker looks up the address, so that the answer takes equally long for a known and an unknown
-- one (AUTH-06).
create or replace function app.enqueue_login(in_email text, in_tenant text, in_return_to text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform graphile_worker.add_job(
    'login', app.with_cause(json_build_object('email', in_email, 'tenant', in_tenant, 'return_to', in_return_to)),
    max_attempts => 5);
end
$$;
grant execute on function app.enqueue_login(text, text, text) to gate;
