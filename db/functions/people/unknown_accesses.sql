create or replace function app.unknown_accesses() returns setof public.unknown_access
language sql stable security definer set search_path = '' as $$
  select * from public.unknown_access where app.is_operator()
$$;
grant execute on function app.unknown_accesses() to operator;
