-- Records what has happened to orders since their last movements.
create or replace function app.keep_order_movements(in_tenant bigint, in_kind text, in_documents bigint[])
returns void
language plpgsql
security definer
set search_path to ''
set plan_cache_mode to 'force_generic_plan' as $$
declare
  orders bigint[] := in_documents;
  known bigint[];
  zone text := app.time_zone_of(in_tenant);
  today date := (now() at time zone zone)::date;
begin
  if in_kind not in ('procurement', 'invoice') then
    return;
  end if;
  if in_kind = 'invoice' then
    in_documents := array(select app.with_corrections(in_tenant, in_documents));
    orders := array(
      select app.orders_of_invoices(in_tenant, in_documents)
      union
      select procurement_id from public.order_movement where tenant_id = in_tenant and invoice_id = any (in_documents));
  end if;
  -- Orders that were never ordered have no movements.
  orders := array(
    select p.id from public.procurement p
    where p.tenant_id = in_tenant and p.id = any (orders) and (
      p.status in ('ordered', 'completed')
      or exists (select from public.procurement_supplier_order o
        where o.tenant_id = in_tenant and o.procurement_id = p.id and o.sent_at is not null)
      or exists (select from public.order_movement m where m.tenant_id = in_tenant and m.procurement_id = p.id))
    order by p.id for no key update);
  if orders = '{}' then
    return;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('closed month', in_tenant));
  if in_kind = 'procurement' then
    known := array(select distinct procurement_id from public.order_movement where tenant_id = in_tenant and procurement_id = any (orders));
    insert into public.order_movement (tenant_id, procurement_id, line, kind, day, currency, net, goods_receipt_id)
      select in_tenant, l.procurement_id, l.line, 'received',
        greatest((r.received_at at time zone zone)::date, l.open_from), l.currency,
        round(l.worth * r.until / l.quantity, 2) - round(l.worth * (r.until - r.quantity) / l.quantity, 2), r.id
      from (
        select o.*, q.quantity, app.first_open_day(in_tenant, p.client_id) as open_from from app.lines_of_orders(in_tenant, orders) o
        join public.procurement p on p.tenant_id = in_tenant and p.id = o.procurement_id
        join public.procurement_line q on q.tenant_id = in_tenant and q.id = o.line and q.kind = 'item' and q.quantity is not null
        where o.ordered_at is not null
      ) l
      join (
        select id, procurement_line_id, received_at, quantity,
          sum(quantity) over (partition by procurement_line_id order by id) as until
        from public.goods_receipt where tenant_id = in_tenant and procurement_id = any (orders)
      ) r on r.procurement_line_id = l.line
      where not exists (select from public.order_movement m where m.tenant_id = in_tenant and m.goods_receipt_id = r.id);
    with target as materialized (
      select o.*, (o.ordered_at at time zone zone)::date as ordered_on,
        (coalesce(o.came_at, o.ended_at) at time zone zone)::date as came_on, (o.ended_at at time zone zone)::date as ended_on,
        app.first_open_day(in_tenant, p.client_id) as open_from
      from app.lines_of_orders(in_tenant, orders) o
      join public.procurement p on p.tenant_id = in_tenant and p.id = o.procurement_id
      where o.ordered_at is not null
    ), written as (
      select m.procurement_id, m.line, m.kind, m.cost_center_id, m.currency, sum(m.net) as net
      from public.order_movement m
      where m.tenant_id = in_tenant and m.procurement_id = any (orders) and m.kind <> 'invoiced' group by 1, 2, 3, 4, 5
    ), due as (
      select t.procurement_id, t.line, v.kind, v.cost_center_id, t.currency, v.net,
        -- For an order without movements the date is that of its documents; later changes are dated today.
        case when t.procurement_id = any (known) then today else greatest(v.day, t.open_from) end as day
      from target t
      cross join lateral (values
        ('ordered', t.cost_center_id, t.worth, t.ordered_on),
        ('received', null, t.received, greatest(t.ordered_on, coalesce(t.came_on, today))),
        ('ended', null, t.ended, greatest(t.ordered_on, coalesce(t.ended_on, today)))
      ) as v (kind, cost_center_id, net, day)
    )
    insert into public.order_movement (tenant_id, procurement_id, line, kind, day, currency, net, cost_center_id)
      select in_tenant, coalesce(d.procurement_id, w.procurement_id), coalesce(d.line, w.line), coalesce(d.kind, w.kind),
        coalesce(d.day, today), coalesce(d.currency, w.currency), coalesce(d.net, 0) - coalesce(w.net, 0),
        coalesce(d.cost_center_id, w.cost_center_id)
      from due d
      full join written w on w.line = d.line and w.kind = d.kind
        and w.cost_center_id is not distinct from d.cost_center_id and w.currency = d.currency
      -- A line without value is recorded as ordered once, too.
      where coalesce(d.net, 0) <> coalesce(w.net, 0) or d.kind = 'ordered' and w.line is null
      -- If a line moves to another cost center, the movement to it comes later.
      order by coalesce(d.net, 0) - coalesce(w.net, 0);
  end if;
  -- An invoice counts on its own date; what changes of it later counts on the day of the change, so that no list of a
  -- former day moves.
  with charged as materialized (
    select c.*, m.currency from app.charges_of_orders(in_tenant, orders) c
    join lateral (
      select currency from public.order_movement
      where tenant_id = in_tenant and procurement_id = c.procurement_id and kind = 'ordered' limit 1) m on true
  ), written as materialized (
    select procurement_id, line, invoice_id, min(currency) as currency, sum(net) as net, max(day) as day
    from public.order_movement
    where tenant_id = in_tenant and procurement_id = any (orders) and kind = 'invoiced' group by 1, 2, 3
  )
  insert into public.order_movement (tenant_id, procurement_id, line, kind, day, currency, net, invoice_id)
    select in_tenant, coalesce(c.procurement_id, w.procurement_id), coalesce(c.line, w.line), 'invoiced',
      case when k.day is null then greatest(c.day, app.first_open_day(in_tenant, p.client_id)) else greatest(k.day, today) end, coalesce(c.currency, w.currency),
      coalesce(c.net, 0) - coalesce(w.net, 0), coalesce(c.invoice_id, w.invoice_id)
    from charged c
    full join written w on w.procurement_id = c.procurement_id and w.line = c.line and w.invoice_id = c.invoice_id
    join public.procurement p on p.tenant_id = in_tenant and p.id = coalesce(c.procurement_id, w.procurement_id)
    left join (select procurement_id, invoice_id, max(day) as day from written group by 1, 2) k
      on k.procurement_id = coalesce(c.procurement_id, w.procurement_id) and k.invoice_id = coalesce(c.invoice_id, w.invoice_id)
    where coalesce(c.net, 0) <> coalesce(w.net, 0);
  update public.order_movement m set settled_on = s.day
    from (
      select l.procurement_id, case when bool_and(f.is_settled) then max(l.day) else 'infinity' end as day
      from (
        select o.procurement_id, o.line, max(o.day) as day, sum(o.net) filter (where o.kind = 'ordered') as ordered,
          sum(o.net) filter (where o.kind = 'received') as came, sum(o.net) filter (where o.kind = 'ended') as ended,
          sum(o.net) filter (where o.kind = 'invoiced') as charged
        from public.order_movement o where o.tenant_id = in_tenant and o.procurement_id = any (orders)
        group by o.procurement_id, o.line
      ) l
      cross join lateral app.line_figures(coalesce(l.ordered, 0), coalesce(l.came, 0), coalesce(l.ended, 0), coalesce(l.charged, 0)) f
      group by l.procurement_id
    ) s
    where m.tenant_id = in_tenant and m.procurement_id = s.procurement_id and m.settled_on <> s.day;
end
$$;
