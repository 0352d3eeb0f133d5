-- Every minute: settles counts of past minutes.
create or replace function app.settle_security_log() returns void language sql volatile security definer set search_path = '' as $$
  with over as (
    delete from public.security_count where minute < date_trunc('minute', clock_timestamp()) returning security_count as counted
  )
  select app.note_count(counted) from over
$$;
grant execute on function app.settle_security_log() to gate;
