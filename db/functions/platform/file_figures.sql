-- How the files of the installation are kept: figures for its operator. Waiting files are counted up to 10,000.
create or replace function app.file_figures()
returns table (waiting bigint, oldest_waiting_seconds double precision, has_stored boolean, loose bigint, locked bigint)
language sql stable security definer set search_path = '' as $$
  with files as (
    select f.created_at from public.file_chunk c join public.file f on f.tenant_id = c.tenant_id and f.id = c.file_id
      where c.chunk_no = 0 and f.size > 0
        and f.received_by is distinct from 'import' and (f.received_by is distinct from 'export' or f.retain_until is not null)
      order by c.file_id limit 10000)
  select (select count(*) from files), coalesce(extract(epoch from clock_timestamp() - (select min(created_at) from files)), 0)::float8,
      exists (select from public.file_object), count(*), count(problem)
    from public.loose_object
$$;
grant execute on function app.file_figures() to gate;
