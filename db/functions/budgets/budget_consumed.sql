-- Figures shown to people are amounts: null without `user-price` (ROLE-07).
create or replace function app.budget_consumed(in_budget bigint) returns numeric
language sql stable security definer set search_path = '' as $$
  select u.consumed
  from public.budget b, app.budget_use(array[b.cost_center_id], b.start, null) u
  where b.tenant_id = app.tenant_id() and b.id = in_budget and u.budget_id = b.id and app.has_role('user-price')
$$;
grant execute on function app.budget_consumed(bigint) to reader, reader_price, writer;
