-- By kind of job, and of other background work; entries of a tenant that is archived (OP-03) or moves (TECH-18) are paused.
create or replace function app.health_queues() returns table (
  kind text, waiting bigint, due bigint, running bigint, resting bigint, repeated bigint, failed bigint, oldest_due_seconds double precision,
  has_jobs boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_operator();
  return query
    with entry as (
      select q.task_identifier as kind, q.run_at <= now() as is_due, q.run_at, q.locked_at is not null as is_running,
        q.attempts < q.max_attempts as is_open, coalesce(j.attempts, m.attempts, q.attempts) > 0 as is_repeated,
        p.payload ->> 'job_id' is null and p.payload ->> 'mail_id' is null as is_task, coalesce(t.status <> 'active', false) as rests
      from graphile_worker.jobs q
      join graphile_worker._private_jobs p on p.id = q.id
      left join public.tenant t on t.id = (p.payload ->> 'tenant_id')::bigint
      left join public.job j on j.tenant_id = (p.payload ->> 'tenant_id')::bigint and j.id = (p.payload ->> 'job_id')::bigint
      left join public.mail m on m.tenant_id = (p.payload ->> 'tenant_id')::bigint and m.id = (p.payload ->> 'mail_id')::bigint
    ), counted as (
      select e.kind, count(*) filter (where is_open and not is_running and not rests and not is_due) as waiting,
        count(*) filter (where is_open and not is_running and not rests and is_due) as due,
        count(*) filter (where is_running) as running, 0::bigint as resting,
        count(*) filter (where is_open and not is_running and not rests and is_repeated) as repeated,
        count(*) filter (where is_task and not is_open and not is_running) as failed,
        min(run_at) filter (where is_open and not is_running and not rests and is_due) as oldest, false as has_jobs
      from entry e group by e.kind
      union all
      select j.kind, 0, 0, 0, count(*), 0, 0, null, false
      from public.job j join public.tenant t on t.id = j.tenant_id
      where j.state in ('queued', 'running') and t.status in ('archived', 'moving', 'arriving') group by j.kind
      union all
      select 'mail', 0, 0, 0, count(*), 0, 0, null, false
      from public.tenant t join public.mail m on m.tenant_id = t.id
      where m.state in ('queued', 'sending') and t.status in ('archived', 'moving', 'arriving') having count(*) > 0
      union all
      select j.kind, 0, 0, 0, 0, 0, count(*), null, true
      from public.job j where j.state = 'failed' and j.discarded_at is null group by j.kind
      union all
      select 'mail', 0, 0, 0, 0, 0, count(*), null, false
      from public.mail m where m.state in ('failed', 'uncertain') having count(*) > 0
    )
    select c.kind, sum(c.waiting)::bigint, sum(c.due)::bigint, sum(c.running)::bigint, sum(c.resting)::bigint, sum(c.repeated)::bigint,
      sum(c.failed)::bigint, coalesce(extract(epoch from now() - min(c.oldest)), 0)::double precision, bool_or(c.has_jobs)
    from counted c group by c.kind order by c.kind;
end
$$;
grant execute on function app.health_queues() to operator;
