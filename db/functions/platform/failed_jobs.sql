-- Failed jobs, newest first, after a position in the list. Neither input nor messages are read.
create or replace function app.failed_jobs(in_kind text, in_before timestamptz, in_before_tenant bigint, in_before_id bigint, in_limit integer)
returns table (
  tenant_id bigint, tenant text, id bigint, kind text, failed_at timestamptz, created_at timestamptz, attempts integer, code text, failure text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_operator();
  return query
    select j.tenant_id, t.name, j.id, j.kind, j.finished_at, j.created_at, j.attempts,
      case when j.error ->> 'code' ~ '^[a-z][a-z0-9_]{0,60}$' then j.error ->> 'code' else 'unexpected' end, j.failure
    from public.job j join public.tenant t on t.id = j.tenant_id
    where j.state = 'failed' and j.discarded_at is null and (in_kind is null or j.kind = in_kind)
      and (j.finished_at, j.tenant_id, j.id)
        < (coalesce(in_before, 'infinity'), coalesce(in_before_tenant, 9223372036854775807), coalesce(in_before_id, 9223372036854775807))
    order by j.finished_at desc, j.tenant_id desc, j.id desc limit in_limit;
end
$$;
grant execute on function app.failed_jobs(text, timestamptz, bigint, bigint, integer) to operator;
