-- Contents of orders by product and unit: catalogue products, else items of a supplier (DASH-04). Orders may be far
-- apart: their lines are found by id, in one index scan, and amounts of one currency and rate are added before
-- conversion. Of an order without a known rate only quantities count; its number tells that its value is missing
-- (PRICE-07).
create or replace function app.ordered_products(in_orders bigint[], in_currencies text[])
returns table (product_id bigint, supplier_id bigint, item_number text, unit text, currency text, quantity numeric, net numeric, without_rate integer)
language sql stable security definer set search_path = '' as $$
  with orders as materialized (
    select o.currency, r.rate, array_agg(o.id) as ids
      from unnest(in_orders, in_currencies) as o (id, currency)
      join public.procurement p on p.tenant_id = app.tenant_id() and p.id = o.id
      cross join lateral (select case when p.currency <> o.currency then p.exchange_rate else 1 end as rate) r
      where app.has_role('user-price')
      -- Each order without a rate is a row of its own, so that rows count orders.
      group by o.currency, r.rate, case when r.rate is null then o.id end
  )
  select l.product_id, l.supplier_id, l.item_number, l.unit, o.currency, sum(l.quantity),
      coalesce(sum(l.net * o.rate), 0), (count(*) filter (where o.rate is null))::integer
    from orders o
    cross join lateral (
      select product_id, case when product_id is null then supplier_id end as supplier_id,
          case when product_id is null then item_number end as item_number, coalesce(unit, '') as unit,
          sum(quantity) as quantity, sum(total_netto) as net
        from public.procurement_line
        where tenant_id = app.tenant_id() and kind = 'item' and (product_id is not null or item_number is not null)
          and procurement_id = any (o.ids)
        group by 1, 2, 3, 4
      offset 0
    ) l
    group by 1, 2, 3, 4, 5
$$;
grant execute on function app.ordered_products(bigint[], text[]) to reader_price;
