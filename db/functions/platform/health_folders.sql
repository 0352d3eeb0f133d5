-- Scan folders that match no tenant or two; without a running worker they disappear after an hour.
create or replace function app.health_folders() returns table (name text, problem text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_operator();
  return query select f.name, f.problem from public.unclaimed_folder f where f.seen_at > now() - interval '1 hour' order by f.name;
end
$$;
grant execute on function app.health_folders() to operator;
