-- An attempt that ended with its node, or for want of the database, is none that failed (JOB-06).

alter table job
  add column failed_attempts integer not null default 0,
  add column ended_attempts integer not null default 0;
comment on column job.failed_attempts is 'Attempts that the job itself brought to nothing.';
comment on column job.ended_attempts is 'Attempts of which somebody told the end; the others ended with their node.';
update job set failed_attempts = attempts - 1, ended_attempts = attempts where state in ('queued', 'running') and attempts > 0;

-- Refuses whoever has a job no longer, because another worker has taken it over (JOB-06). Until the transaction ends nobody takes it
-- over: who does locks the row for update. To show how far it is goes on meanwhile.
create function app.require_job(in_tenant bigint, in_job bigint, in_attempt integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.job where tenant_id = in_tenant and id = in_job and attempts = in_attempt and state in ('queued', 'running')
    for key share;
  if not found then
    raise exception 'job % was taken over', in_job using errcode = 'KJ001';
  end if;
end
$$;
revoke execute on function app.require_job(bigint, bigint, integer) from public;
grant execute on function app.require_job(bigint, bigint, integer) to kontor_web, gate;

-- The number of an attempt never comes again: whoever has an earlier one is refused.
create or replace function app.retry_job(in_tenant bigint, in_job bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  its_kind text;
begin
  perform app.require_operator();
  update public.job
    set state = 'queued', failed_attempts = 0, ended_attempts = attempts, progress = 0, error = null, failure = null, finished_at = null
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

-- A node that ends while something is read may have been ended by anything, and its readings are begun ten times; that a document
-- ends its reader is seen by the product that goes on, and weighs so much that the second time is the last (TECH-20).
alter table reading_try drop constraint reading_try_tries_check, add check (tries between 1 and 10);

create or replace function app.begin_reading(in_what bytea) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.reading_try as known (key) values (app.reading_key(in_what))
    on conflict (key) do update set tries = known.tries + 1, begun_at = clock_timestamp() where known.tries < 10;
  return found;
end $$;

create function app.reader_ended(in_what bytea) returns void
language sql security definer set search_path = '' as $$
  update public.reading_try set tries = least(tries + 4, 10) where key = app.reading_key(in_what)
$$;
revoke execute on function app.reader_ended(bytea) from public;
grant execute on function app.reader_ended(bytea) to gate, writer;
