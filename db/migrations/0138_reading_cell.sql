-- What is being read, by a digest of what it is and whose: noted before it is read, and taken away when its reader has answered, whatever
-- it answered. What has ended its reader twice is not read again (TECH-20). It belongs to the installation, since a mail is read before
-- anybody knows for whom it is; nobody reads the table but by the two functions.
create table reading_try (
  key bytea primary key check (octet_length(key) = 32),
  tries smallint not null default 1 check (tries between 1 and 2),
  begun_at timestamptz not null default clock_timestamp()
);
create index reading_try_begun on reading_try (begun_at);
alter table reading_try enable row level security;
alter table reading_try force row level security;

create function app.reading_key(in_what bytea) returns bytea
  language sql stable set search_path = ''
  as $$ select sha256(convert_to(coalesce(app.tenant_id()::text, '') || ' ', 'UTF8') || in_what) $$;

-- Whether it may be read: it has not ended its reader twice.
create function app.begin_reading(in_what bytea) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  insert into public.reading_try as known (key) values (app.reading_key(in_what))
    on conflict (key) do update set tries = known.tries + 1, begun_at = clock_timestamp() where known.tries < 2;
  return found;
end $$;
revoke execute on function app.begin_reading(bytea) from public;
grant execute on function app.begin_reading(bytea) to gate, writer;

create function app.end_reading(in_what bytea) returns void
  language sql security definer set search_path = ''
  as $$ delete from public.reading_try where key = app.reading_key(in_what) $$;
revoke execute on function app.end_reading(bytea) from public;
grant execute on function app.end_reading(bytea) to gate, writer;

-- Forgets what was begun long ago: a mail that is gone, a job that was deleted.
create function app.clean_up_readings() returns void
  language sql security definer set search_path = ''
  as $$ delete from public.reading_try where begun_at < now() - interval '90 days' $$;
revoke execute on function app.clean_up_readings() from public;
grant execute on function app.clean_up_readings() to gate;

-- The documents of one tenant are read in up to three rows: small ones in one, so that they never wait behind scans, others in two. Who has
-- a stack of them takes three places and no more, on all nodes together.
create function app.reading_queue(in_tenant bigint, in_job bigint, in_kind text) returns text
  language plpgsql stable set search_path = '' as $$
declare
  is_small boolean;
begin
  if in_kind not in ('recognise_invoice', 'recognise_contract', 'learn_from_invoice') then
    return null;
  end if;
  select f.mime in ('application/xml', 'text/xml') and f.size < 500000 or f.mime = 'application/pdf' and f.size < 150000 into is_small
    from public.job j
      left join public.invoice i on i.tenant_id = in_tenant and i.id = (j.input ->> 'invoice_id')::bigint
      join public.file f on f.tenant_id = in_tenant and f.id = coalesce(i.view_file_id, i.file_id)
    where j.tenant_id = in_tenant and j.id = in_job;
  return format('reading %s %s', in_tenant, case when coalesce(is_small, false) then 'small' else (in_job % 2)::text end);
end $$;

create or replace function app.queue_job(in_tenant bigint, in_job bigint, in_kind text, in_run_at timestamptz) returns void
  language plpgsql set search_path = '' as $$
begin
  perform graphile_worker.add_job(
    in_kind, json_build_object('tenant_id', in_tenant, 'job_id', in_job), run_at => in_run_at, max_attempts => 100,
    queue_name => app.reading_queue(in_tenant, in_job, in_kind),
    priority => (select count(*)::integer from public.job
                 where tenant_id = in_tenant and id <> in_job and state in ('queued', 'running')));
end $$;
