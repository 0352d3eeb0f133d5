-- Queues a job inside the transaction that needs it. The tenant comes from the session.
create or replace function app.enqueue(in_kind text, in_input jsonb, in_run_at timestamptz default null)
  returns bigint language plpgsql security definer set search_path = '' as $$
declare
  new_job bigint;
begin
  if app.tenant_id() is null then
    raise exception 'a job needs a tenant' using errcode = '42501';
  end if;
  insert into public.job (tenant_id, kind, input, lb_user_id, actor_id, means)
    values (app.tenant_id(), in_kind, in_input, app.user_id(), nullif(app.actor_id(), app.user_id()), app.means())
    returning id into new_job;
  perform app.queue_job(app.tenant_id(), new_job, in_kind, in_run_at);
  return new_job;
end
$$;
grant execute on function app.enqueue(text, jsonb, timestamptz) to writer;
