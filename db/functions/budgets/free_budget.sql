create or replace function app.free_budget(in_cost_center bigint) returns numeric
language sql stable security definer set search_path = '' as $$
  select sum(b.value - u.consumed)
  from app.budget_use(array[in_cost_center], (now() at time zone app.time_zone())::date, null) u
  join public.budget b on b.tenant_id = app.tenant_id() and b.id = u.budget_id
  where app.has_role('user-price')
$$;
grant execute on function app.free_budget(bigint) to reader, reader_price, writer;
