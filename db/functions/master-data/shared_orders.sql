-- Requests with an order of each of the two suppliers, by the same channel; `joining_id` is the order that can be
-- merged into the other.
create or replace function app.shared_orders(in_tenant bigint, in_supplier bigint, in_other bigint)
returns table (procurement_id bigint, marketplace_id bigint, joining_id bigint, is_over boolean)
language sql stable set search_path to '' as $$
  with shared as (
    select one.procurement_id, one.marketplace_id, one.id, other.id as other_id, app.is_untold(one) as is_untold,
      app.is_untold(other) as is_other_untold, p.status in ('declined', 'completed') as is_over
    from public.procurement_supplier_order one
    join public.procurement_supplier_order other on other.tenant_id = in_tenant and other.procurement_id = one.procurement_id
      and other.marketplace_id is not distinct from one.marketplace_id and other.supplier_id = in_other
    join public.procurement p on p.tenant_id = in_tenant and p.id = one.procurement_id
    where one.tenant_id = in_tenant and one.supplier_id = in_supplier)
  -- A shop accepts no further lines for a received order.
  select s.procurement_id, s.marketplace_id, case
      when s.is_untold and s.is_other_untold or s.is_untold and s.marketplace_id is null then s.id
      when s.is_other_untold and s.marketplace_id is null then s.other_id end, s.is_over
  from shared s
$$;
