-- Value and dates of these orders by line, in the currency of their companies, or in their own while their rate is
-- unknown (PRICE-07).
create or replace function app.lines_of_orders(in_tenant bigint, in_orders bigint[])
returns table (procurement_id bigint, line bigint, currency text, cost_center_id bigint, ordered_at timestamptz, came_at timestamptz, ended_at timestamptz,
  worth numeric, received numeric, ended numeric)
language sql stable set search_path = '' as $$
  select p.id, l.id, case when k.rate is null then p.currency else coalesce(c.currency, p.currency) end, coalesce(l.cost_center_id, p.cost_center_id),
    -- A line whose supplier's order was never sent is not ordered, and a later line not before it was added.
    case when (l.order_state is distinct from 'cancelled' or o.sent_at is not null) and coalesce(o.sent_at, p.sent_at) is not null
      then greatest(least(o.sent_at, p.sent_at), l.created_at) end,
    p.came_at, p.ended_at, a.worth, r.received,
    case when p.completely_invoiced then a.worth
      when p.status in ('declined', 'completed') or l.order_state = 'cancelled' then a.worth - r.received else 0 end
  from (
    select p.id, p.client_id, p.cost_center_id, p.currency, p.exchange_rate, p.status, p.completely_invoiced,
      coalesce(min(e.completed_at) filter (where e.type = 'send-order' and e.status = 'approved'),
        case when p.status in ('ordered', 'completed') then coalesce(p.submitted_at, p.created_at) end) as sent_at,
      max(e.completed_at) filter (where p.status in ('declined', 'completed') and e.type in ('delivery', 'cancellation', 'approval')) as ended_at,
      (select min(g.received_at) from public.goods_receipt g where g.tenant_id = in_tenant and g.procurement_id = p.id) as came_at,
      exists (select from public.procurement_line l where l.tenant_id = in_tenant and l.procurement_id = p.id and l.quantity_received > 0)
        or p.status = 'completed' as has_come
    from public.procurement p
    left join public.timeline_entry e on e.tenant_id = in_tenant and e.procurement_id = p.id
    where p.tenant_id = in_tenant and p.id = any (in_orders)
    group by p.tenant_id, p.id
  ) p
  join public.procurement_line l on l.tenant_id = in_tenant and l.procurement_id = p.id
  left join public.client c on c.tenant_id = in_tenant and c.id = p.client_id
  left join public.procurement_supplier_order o on o.tenant_id = in_tenant and o.procurement_id = p.id
    and o.supplier_id = l.supplier_id and o.marketplace_id is not distinct from l.marketplace_id
  cross join lateral (select case when c.currency <> p.currency then p.exchange_rate else 1 end as rate) k
  cross join lateral (select round(l.total_netto * coalesce(k.rate, 1), 2) as worth) a
  -- Freight and surcharges count as received with the first goods.
  cross join lateral (select case when l.kind = 'item' and l.quantity is not null
    -- More than ordered fulfils the order, no more (PROC-42).
    then round(a.worth * least(l.quantity_received / l.quantity, 1), 2) when p.has_come then a.worth else 0 end as received) r
$$;
