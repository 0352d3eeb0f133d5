-- Entries not settled yet, oldest first.
create or replace function app.given_up_entries()
  returns table (id bigint, task text, attempts integer, last_error text, payload json)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select j.id, j.task_identifier, j.attempts::integer, j.last_error, p.payload
      from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
      where j.attempts >= j.max_attempts and j.locked_at is null
        and coalesce(not starts_with(j.last_error, 'settled: '), true)
      order by j.id limit 100;
end
$$;
grant execute on function app.given_up_entries() to gate;
