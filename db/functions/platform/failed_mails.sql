create or replace function app.failed_mails(in_before timestamptz, in_before_tenant bigint, in_before_id bigint, in_limit integer)
returns table (
  tenant_id bigint, tenant text, id bigint, kind text, state text, created_at timestamptz, attempts integer, recipient text, failure text,
  may_retry boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_operator();
  return query
    select m.tenant_id, t.name, m.id, m.kind, m.state, m.created_at, m.attempts, app.mask_address(m.recipient),
      app.mail_failure(m.error), app.may_resend(m)
    from public.mail m join public.tenant t on t.id = m.tenant_id
    where m.state in ('failed', 'uncertain')
      and (m.created_at, m.tenant_id, m.id)
        < (coalesce(in_before, 'infinity'), coalesce(in_before_tenant, 9223372036854775807), coalesce(in_before_id, 9223372036854775807))
    order by m.created_at desc, m.tenant_id desc, m.id desc limit in_limit;
end
$$;
grant execute on function app.failed_mails(timestamptz, bigint, bigint, integer) to operator;
