-- The catalogue product, or the supplier's item, per unit: quantities of different units are never added.
create or replace function app.ordered_key(product_id bigint, supplier_id bigint, item_number text, unit text) returns text
language sql immutable parallel safe
return jsonb_build_array(product_id, case when product_id is null then supplier_id end,
  case when product_id is null then item_number end, coalesce(unit, ''))::text;
