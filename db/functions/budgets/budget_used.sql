-- Use of a budget by documents (BUD-04), for every caller.
create or replace function app.budget_used(in_cost_center bigint, in_budget bigint, in_start date) returns numeric
language sql stable set search_path to '' as $$
  select coalesce((select u.consumed from app.budget_use(array[in_cost_center], in_start, null) u where u.budget_id = in_budget), 0)
$$;
grant execute on function app.budget_used(bigint, bigint, date) to writer;
