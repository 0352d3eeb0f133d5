create or replace function app.retry_mail(in_tenant bigint, in_mail bigint) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  its_kind text;
begin
  perform app.require_operator();
  update public.mail m set state = 'queued', attempts = 0, error = null
    where m.tenant_id = in_tenant and m.id = in_mail and app.may_resend(m)
    returning m.kind into its_kind;
  if its_kind is null then
    return false;
  end if;
  perform graphile_worker.add_job('mail', app.with_cause(json_build_object('tenant_id', in_tenant, 'mail_id', in_mail)), max_attempts => 100);
  perform app.note_operation(in_tenant, 'mail_retried', format('%s %s', its_kind, in_mail));
  return true;
end
$$;
grant execute on function app.retry_mail(bigint, bigint) to operator;
