-- Facts reported by PostgreSQL. A transaction whose start only its owner may see is ignored.
create or replace function app.health_database() returns table (
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
grant execute on function app.health_database() to operator;
