-- Invoices with all dependent ones, direct or indirect.
create or replace function app.with_hanging_invoices(in_tenant bigint, in_ids bigint[]) returns setof bigint
language sql stable set search_path to '' as $$
  with recursive found as (
    select unnest(in_ids) as id
    union
    select hanging.id from found cross join lateral app.hanging_invoices(in_tenant, found.id) as hanging (id)
  )
  select id from found
$$;
