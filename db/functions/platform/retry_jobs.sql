-- Restarts the oldest failed jobs of a kind, up to a limit; returns their number.
create or replace function app.retry_jobs(in_kind text, in_limit integer) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.require_operator();
  return (
    select count(*) filter (where app.retry_job(j.tenant_id, j.id))
    from (
      select tenant_id, id from public.job
      where state = 'failed' and discarded_at is null and kind = in_kind
      order by finished_at, tenant_id, id limit in_limit for update skip locked) j);
end
$$;
grant execute on function app.retry_jobs(text, integer) to operator;
