-- The number of documents that the use of a budget leaves out, because their rate is unknown (PRICE-07). Null without
-- `user-price`, as the use itself (ROLE-07).
create or replace function app.budget_without_rate(in_budget bigint) returns integer
language sql stable security definer set search_path = '' as $$
  select case when app.has_role('user-price') then (
      select count(distinct (u.kind, u.document_id)) from app.budget_unrated(array[b.cost_center_id], b.start) u where u.budget_id = b.id) end
  from public.budget b where b.tenant_id = app.tenant_id() and b.id = in_budget
$$;
grant execute on function app.budget_without_rate(bigint) to reader, reader_price, writer;
