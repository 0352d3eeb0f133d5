create or replace function app.is_untold(in_order public.procurement_supplier_order) returns boolean language sql stable set search_path to '' as $$
  select in_order.state = 'open' and not exists (select from public.procurement_order_letter l
    where l.tenant_id = in_order.tenant_id and l.supplier_order_id = in_order.id)
$$;
