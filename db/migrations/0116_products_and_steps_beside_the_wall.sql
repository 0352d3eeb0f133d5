-- What orders contain is added from one index (DASH-04): of the lines all that counts, and of the few orders in another currency
-- their rates.
create index procurement_line_ordered on procurement_line (tenant_id, procurement_id)
  include (product_id, supplier_id, item_number, unit, quantity, total_netto)
  where kind = 'item' and (product_id is not null or item_number is not null);
create index procurement_foreign on procurement (tenant_id, id) include (exchange_rate) where exchange_rate is not null;

-- As before (0104), with the currencies of the companies, which the rows of the lists carry. Orders of some time have numbers of some
-- range, so that their lines are read in one go; nobody knows beforehand that they are thousands, so that nested loops are off.
drop function app.ordered_products(bigint[]);
create function app.ordered_products(in_orders bigint[], in_currencies text[])
returns table (product_id bigint, supplier_id bigint, item_number text, unit text, currency text, quantity numeric, net numeric)
language sql stable security definer set search_path = '' set enable_nestloop = off set enable_mergejoin = off as $$
  with orders as materialized (
    select o.id, o.currency from unnest(in_orders, in_currencies) as o (id, currency) where app.has_role('user-price')
  ), range as materialized (
    select min(id) as first, max(id) as last from orders
  ), lines as (
    select procurement_id, product_id, supplier_id, item_number, unit, quantity, total_netto
      from public.procurement_line
      where tenant_id = app.tenant_id() and kind = 'item' and (product_id is not null or item_number is not null)
        and procurement_id between (select first from range) and (select last from range)
      offset 0
  ), rates as (
    select id, exchange_rate from public.procurement
      where tenant_id = app.tenant_id() and exchange_rate is not null
        and id between (select first from range) and (select last from range)
      offset 0
  ), ordered as (
    select l.product_id, l.supplier_id, l.item_number, l.unit, o.currency, sum(l.quantity) as quantity,
        sum(case when r.id is null then l.total_netto else l.total_netto * r.exchange_rate end) as net
      from orders o
      join lines l on l.procurement_id = o.id
      left join rates r on r.id = o.id
      group by 1, 2, 3, 4, 5
  )
  select product_id, case when product_id is null then supplier_id end, case when product_id is null then item_number end,
      coalesce(unit, ''), currency, sum(quantity), sum(net)
    from ordered group by 1, 2, 3, 4, 5
$$;
revoke execute on function app.ordered_products(bigint[], text[]) from public;
grant execute on function app.ordered_products(bigint[], text[]) to reader_price;

-- How long the person's own finished steps had waited for him: from the end of the step before it, or from when it was added, whichever
-- is later. As with those of a month (0105), the steps are found beside the wall, and whether he still sees their documents is asked
-- of those alone. No index says when a step was done, for approving it is to touch none; that of the blocks of a time would read the
-- steps of everybody, and is off.
create function app.own_steps_done(in_from timestamptz, in_to timestamptz, in_types text[])
returns table (timeline_id bigint, type text, waited interval)
language sql stable security definer set search_path = '' set enable_bitmapscan = off as $$
  select e.timeline_id, e.type, e.completed_at - greatest(e.created_at, (
      select max(o.completed_at) from public.timeline_entry o
      where o.tenant_id = e.tenant_id and o.timeline_id = e.timeline_id and o.status in ('approved', 'declined', 'canceled')
        and o.completed_at < e.completed_at))
    from public.timeline_entry e
    where e.tenant_id = app.tenant_id() and e.lb_user_id = app.user_id() and e.status in ('approved', 'declined')
      and e.completed_at >= in_from and e.completed_at < in_to and e.type = any (in_types)
$$;
revoke execute on function app.own_steps_done(timestamptz, timestamptz, text[]) from public;
grant execute on function app.own_steps_done(timestamptz, timestamptz, text[]) to reader, reader_price;

-- As before (0104), each budget added for itself, in the order of its index.
create or replace function app.budget_months(in_cost_centers bigint[], in_day date)
returns table (budget_id bigint, month date, consumed numeric, committed numeric)
language sql stable security definer set search_path = '' as $$
  with wanted as materialized (
    select b.id, b.cost_center_id, b.ledger_account_id, b.not_allocated, b.start, b."end"
    from public.budget b
    where b.tenant_id = app.tenant_id() and b.cost_center_id = any (in_cost_centers) and b.active
      and in_day between b.start and b."end"
  )
  select b.id, m.month, m.net, m.committed
  from wanted b
  cross join lateral (
    select date_trunc('month', a.day::timestamp)::date as month, sum(a.net) as net, sum(a.committed) as committed
    from public.budget_amount a
    where a.tenant_id = (select app.tenant_id()) and a.cost_center_id = b.cost_center_id and a.day between b.start and b."end"
      and case
        when b.ledger_account_id is not null then a.ledger_account_id = b.ledger_account_id
        when b.not_allocated then not exists (
          select from wanted other
          where other.cost_center_id = b.cost_center_id and other.ledger_account_id = a.ledger_account_id)
        else true end
    group by 1
  ) m
  where app.has_role('user-price')
$$;
