-- Queues a mail; as gate the tenant is an argument because there is no session yet.
create or replace function app.enqueue_mail(in_tenant bigint, in_mail bigint, in_run_at timestamptz default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if app.tenant_id() is distinct from in_tenant and app.tenant_id() is not null then
    raise exception 'mail of another tenant' using errcode = '42501';
  end if;
  perform graphile_worker.add_job(
    'mail', app.with_cause(json_build_object('tenant_id', in_tenant, 'mail_id', in_mail)), run_at => in_run_at, max_attempts => 100);
end
$$;
grant execute on function app.enqueue_mail(bigint, bigint, timestamptz) to gate, writer;
