-- The requests that have an order of each of the two, by the same way.
create or replace function app.shared_orders(in_tenant bigint, in_supplier bigint, in_other bigint)
returns table (procurement_id bigint, marketplace_id bigint, order_id bigint, other_id bigint, is_untouched boolean, is_over boolean)
language sql stable set search_path to '' as $$
  select one.procurement_id, one.marketplace_id, one.id, other.id,
    one.state = 'open' and other.state = 'open' and not exists (select from public.procurement_order_letter l
      where l.tenant_id = in_tenant and l.supplier_order_id in (one.id, other.id)),
    p.status in ('declined', 'completed')
  from public.procurement_supplier_order one
  join public.procurement_supplier_order other on other.tenant_id = in_tenant and other.procurement_id = one.procurement_id
    and other.marketplace_id is not distinct from one.marketplace_id and other.supplier_id = in_other
  join public.procurement p on p.tenant_id = in_tenant and p.id = one.procurement_id
  where one.tenant_id = in_tenant and one.supplier_id = in_supplier
$$;
