-- The health of the installation, for operators: which processes live, how far the queue is, what has failed, what tenants take
-- up. Everything is answered by functions of which none holds contents: operators have no right on jobs, mails or files.

-- Each process of the product, with the version that it runs: during an update there are two.
create table node (
  id uuid not null primary key,
  roles text[] not null,
  version text not null,
  runtime text not null,
  started_at timestamptz not null default clock_timestamp(),
  heartbeat_at timestamptz not null default clock_timestamp()
);
alter table node enable row level security;
alter table node force row level security;
create policy at_the_gate on node to gate using (true) with check (true);
grant select, insert, update, delete on node to gate;

-- Not a reference: a worker goes on where its node was taken for dead.
alter table worker add column node_id uuid;

-- Of what kind the error is that a job has ended with, never its words, which may quote a document.
alter table job add column failure text check (failure ~ '^[A-Za-z0-9_]{1,60}( [A-Za-z0-9_]{1,40})?$'),
  -- An operator has put it away.
  add column discarded_at timestamptz;
call app.wall('job', visible => 'lb_user_id = (select app.user_id()) or (select app.is_admin())',
  secrets => '{input,actor_id,failure,discarded_at}', audited => false);
create index job_failed on job (finished_at, tenant_id, id) include (kind) where state = 'failed' and discarded_at is null;
create index mail_failed on mail (created_at, tenant_id, id) where state in ('failed', 'uncertain');
create index mail_open on mail (tenant_id) where state in ('queued', 'sending');

-- What a tenant takes up, counted once a day: counting reads all of its files.
create table tenant_storage (
  tenant_id bigint not null references tenant (id) on delete cascade,
  files bigint not null,
  bytes bigint not null,
  documents bigint not null,
  counted_at timestamptz not null,
  primary key (tenant_id)
);
call app.wall('tenant_storage', audited => false, readable => false);
revoke insert, update, delete on tenant_storage from writer;

create function app.count_storage(in_tenant bigint) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.tenant_storage (tenant_id, files, bytes, documents, counted_at)
    select t.id, f.files, f.bytes, (select count(*) from public.document d where d.tenant_id = in_tenant), clock_timestamp()
      from public.tenant t
      cross join (select count(*) as files, coalesce(sum(size), 0) as bytes from public.file where tenant_id = in_tenant) f
      where t.id = in_tenant
    on conflict (tenant_id) do update
      set files = excluded.files, bytes = excluded.bytes, documents = excluded.documents, counted_at = excluded.counted_at
$$;
revoke execute on function app.count_storage(bigint) from public;
grant execute on function app.count_storage(bigint) to gate;

-- Those that were not counted today; a new tenant is within the hour.
create function app.storage_due() returns table (tenant_id bigint)
language sql stable security definer set search_path = '' as $$
  select t.id from public.tenant t left join public.tenant_storage s on s.tenant_id = t.id
    where s.counted_at is null or s.counted_at < now() - interval '20 hours' order by t.id
$$;
revoke execute on function app.storage_due() from public;
grant execute on function app.storage_due() to gate;

create function app.require_operator() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not app.is_operator() then
    raise exception 'permission denied for the health of the installation' using errcode = '42501';
  end if;
end
$$;

-- Workers of a version that knows no nodes stand for themselves.
create function app.health_nodes() returns table (
  id text, roles text[], version text, runtime text, started_at timestamptz, heartbeat_at timestamptz, silent_seconds double precision,
  running bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_operator();
  return query
    with process as (
      select n.id::text as key, n.roles, n.version, n.runtime, n.started_at, n.heartbeat_at,
        array(select w.id from public.worker w where w.node_id = n.id) as lanes
      from public.node n
      union all
      select w.id, array['worker'], null, null, w.started_at, w.heartbeat_at,
        array(select l.id from public.worker l where w.id in (l.id, l.beside))
      from public.worker w where w.beside is null and not exists (select from public.node n where n.id = w.node_id)
    )
    select p.key, p.roles, p.version, p.runtime, p.started_at, p.heartbeat_at,
      extract(epoch from clock_timestamp() - p.heartbeat_at)::double precision,
      (select count(*) from graphile_worker.jobs j where j.locked_by = any (p.lanes))
    from process p order by p.started_at, p.key;
end
$$;
revoke execute on function app.health_nodes() from public;
grant execute on function app.health_nodes() to operator;

-- By kind of job, and of what the product does besides; what waits because its tenant is archived rests (OP-03).
create function app.health_queues() returns table (
  kind text, waiting bigint, due bigint, running bigint, resting bigint, repeated bigint, failed bigint, oldest_due_seconds double precision,
  has_jobs boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_operator();
  return query
    with entry as (
      select q.task_identifier as kind, q.run_at <= now() as is_due, q.run_at, q.locked_at is not null as is_running,
        q.attempts < q.max_attempts as is_open, coalesce(j.attempts, m.attempts, q.attempts) > 0 as is_repeated,
        p.payload ->> 'job_id' is null and p.payload ->> 'mail_id' is null as is_task, t.status is not distinct from 'archived' as rests
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
      where j.state in ('queued', 'running') and t.status = 'archived' group by j.kind
      union all
      select 'mail', 0, 0, 0, count(*), 0, 0, null, false
      from public.tenant t join public.mail m on m.tenant_id = t.id
      where m.state in ('queued', 'sending') and t.status = 'archived' having count(*) > 0
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
revoke execute on function app.health_queues() from public;
grant execute on function app.health_queues() to operator;

-- Failed jobs, the newest first, behind a place in the list. Neither what they were asked nor what they said is read.
create function app.failed_jobs(in_kind text, in_before timestamptz, in_before_tenant bigint, in_before_id bigint, in_limit integer)
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
revoke execute on function app.failed_jobs(text, timestamptz, bigint, bigint, integer) from public;
grant execute on function app.failed_jobs(text, timestamptz, bigint, bigint, integer) to operator;

-- Why a mail failed, as the code of the mail server or one of ours: what stands beside it may quote anything.
create function app.mail_failure(in_error text) returns text
language sql immutable set search_path = '' as $$
  select case
    when in_error = 'the recipient is blocked or inactive' then 'recipient_blocked'
    when in_error = 'the process ended while sending' then 'interrupted'
    when in_error = 'all attempts of the queue are used up' then 'attempts_used'
    else coalesce(
      (select nullif(concat_ws(' ', found[1], found[2]), '')
        from regexp_match(in_error, '(?:^|[ :(])([45]\d\d)(?:[ -]([45]\.\d{1,3}\.\d{1,3})(?!\S))?(?=[ -]|$)') as found),
      substring(in_error from '\m(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)\M'),
      'unknown')
  end
$$;
revoke execute on function app.mail_failure(text) from public;

create function app.mask_address(in_address text) returns text
language sql immutable set search_path = '' as $$
  select left(in_address, 1) || '***' || coalesce(substring(in_address from '@[^@]*$'), '')
$$;
revoke execute on function app.mask_address(text) from public;

-- Whether an operator may send a mail again: letters to suppliers are sent again with their document, by whoever answers for them,
-- and what opened a door has been forgotten.
create function app.may_resend(in_mail public.mail) returns boolean
language sql immutable set search_path = '' as $$
  select in_mail.state = 'failed' and in_mail.text_body is not null and in_mail.job_id is null
    and in_mail.kind not in ('order', 'change', 'cancellation', 'termination')
$$;
revoke execute on function app.may_resend(public.mail) from public;

create function app.failed_mails(in_before timestamptz, in_before_tenant bigint, in_before_id bigint, in_limit integer)
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
revoke execute on function app.failed_mails(timestamptz, bigint, bigint, integer) from public;
grant execute on function app.failed_mails(timestamptz, bigint, bigint, integer) to operator;

-- Of every tenant: what it takes up as last counted, and how many of its mails failed.
create function app.health_tenants() returns table (
  id bigint, name text, status text, files bigint, bytes bigint, documents bigint, counted_at timestamptz, failed_mails bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_operator();
  return query
    select t.id, t.name, t.status, s.files, s.bytes, s.documents, s.counted_at, coalesce(f.count, 0)
    from public.tenant t
    left join public.tenant_storage s on s.tenant_id = t.id
    left join (
      select m.tenant_id, count(*) as count from public.mail m where m.state in ('failed', 'uncertain') group by m.tenant_id
    ) f on f.tenant_id = t.id
    order by s.bytes desc nulls last, t.name, t.id;
end
$$;
revoke execute on function app.health_tenants() from public;
grant execute on function app.health_tenants() to operator;

-- What PostgreSQL tells of itself. A transaction whose beginning only its owner may know counts as none.
create function app.health_database() returns table (
  version text, size_bytes bigint, connections integer, most_connections integer, longest_transaction_seconds double precision,
  migrations text[])
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_operator();
  return query
    select current_setting('server_version'), pg_database_size(current_database()),
      (select sum(numbackends)::integer from pg_stat_database), current_setting('max_connections')::integer,
      coalesce((
        select extract(epoch from clock_timestamp() - min(xact_start)) from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()), 0)::double precision,
      array(select m.name from app.migration m order by m.name);
end
$$;
revoke execute on function app.health_database() from public;
grant execute on function app.health_database() to operator;

-- What an operator does with the work of a tenant stands in the history of that tenant's settings, by his name (OP-12).
create function app.note_operation(in_tenant bigint, in_what text, in_about text) returns void
language sql volatile set search_path = '' as $$
  insert into public.audit_log (
    tenant_id, type, "table", relation_table, foreign_key, lb_user_id, affected_properties, data_before, data_after, info, random_id)
  select in_tenant, 'update', 'tenant', 'tenant', in_tenant, case when in_tenant = app.tenant_id() then app.actor_id() end,
    array[in_what], jsonb_build_object(in_what, null), jsonb_build_object(in_what, in_about), 'operator ' || u.name, app.audit_group()
  from public.lb_user u where u.tenant_id = app.tenant_id() and u.id = app.actor_id()
$$;
revoke execute on function app.note_operation(bigint, text, text) from public;

-- Begins a failed job anew; false for one that has not failed, or that somebody else was faster with. One of an archived tenant
-- waits for it to be restored.
create function app.retry_job(in_tenant bigint, in_job bigint) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  its_kind text;
begin
  perform app.require_operator();
  update public.job
    set state = 'queued', attempts = 0, progress = 0, error = null, failure = null, finished_at = null
    where tenant_id = in_tenant and id = in_job and state = 'failed' and discarded_at is null
    returning kind into its_kind;
  if its_kind is null then
    return false;
  end if;
  perform app.queue_job(in_tenant, in_job, its_kind, null);
  perform app.note_operation(in_tenant, 'job_retried', format('%s %s', its_kind, in_job));
  return true;
end
$$;
revoke execute on function app.retry_job(bigint, bigint) from public;
grant execute on function app.retry_job(bigint, bigint) to operator;

-- The oldest failed jobs of a kind, so many at most; answers how many were begun anew.
create function app.retry_jobs(in_kind text, in_limit integer) returns bigint
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
revoke execute on function app.retry_jobs(text, integer) from public;
grant execute on function app.retry_jobs(text, integer) to operator;

-- Puts a failed job away: to its tenant it stays failed.
create function app.discard_job(in_tenant bigint, in_job bigint, in_reason text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  its_kind text;
begin
  perform app.require_operator();
  update public.job set discarded_at = now()
    where tenant_id = in_tenant and id = in_job and state = 'failed' and discarded_at is null
    returning kind into its_kind;
  if its_kind is null then
    return false;
  end if;
  perform app.note_operation(in_tenant, 'job_discarded', format('%s %s: %s', its_kind, in_job, in_reason));
  return true;
end
$$;
revoke execute on function app.discard_job(bigint, bigint, text) from public;
grant execute on function app.discard_job(bigint, bigint, text) to operator;

create function app.retry_mail(in_tenant bigint, in_mail bigint) returns boolean
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
  perform graphile_worker.add_job('mail', json_build_object('tenant_id', in_tenant, 'mail_id', in_mail), max_attempts => 100);
  perform app.note_operation(in_tenant, 'mail_retried', format('%s %s', its_kind, in_mail));
  return true;
end
$$;
revoke execute on function app.retry_mail(bigint, bigint) from public;
grant execute on function app.retry_mail(bigint, bigint) to operator;
