-- What happens to the lines of orders is kept as movements with a day each: ordered, received, ended, invoiced. The lists of the
-- end of a month are sums of them up to a day (DASH-07). A movement is written in the transaction of what happened and stays as
-- it is; only those of invoices follow their documents, which count on their own date however late they come.
create table order_movement (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  procurement_id bigint not null,
  -- The number of the line, which may be gone since.
  line bigint not null,
  -- ended: what is not expected any more of an order that is completed, cancelled or completely invoiced.
  kind text not null check (kind in ('ordered', 'received', 'ended', 'invoiced')),
  day date not null,
  -- Of the company.
  currency text not null,
  net numeric(16, 2) not null,
  -- Of what is ordered: where it counted then.
  cost_center_id bigint,
  goods_receipt_id bigint,
  invoice_id bigint,
  -- Of the whole order: since when nothing of it is awaited any more, so that lists as of a later day need not look at it.
  settled_on date not null default 'infinity',
  primary key (tenant_id, id),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, goods_receipt_id) references goods_receipt (tenant_id, id) on delete cascade,
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade
);
create index on order_movement (tenant_id, settled_on);
create index on order_movement (tenant_id, procurement_id, line);
create index on order_movement (tenant_id, cost_center_id) where cost_center_id is not null;
create index on order_movement (tenant_id, goods_receipt_id) where goods_receipt_id is not null;
create index on order_movement (tenant_id, invoice_id) where invoice_id is not null;
-- Whoever sees an order sees what was invoiced of it, as with its open value (PROC-20); which invoice it was he does not.
call app.wall('order_movement', amounts => '{net}', secrets => '{invoice_id}', audited => false,
  visible => 'exists (select from procurement d where d.tenant_id = order_movement.tenant_id and d.id = order_movement.procurement_id)');
revoke insert, update, delete on order_movement from writer;
create or replace function app.module_of(table_name text) returns text language sql immutable parallel safe
return case
  when table_name in ('goods_receipt', 'order_confirmation', 'order_confirmation_line', 'order_movement', 'marketplace', 'marketplace_product_group',
    'client_marketplace', 'punchout_cart', 'punchout_log') then 'procurement'
  when table_name in ('mailbox', 'mailbox_mail', 'buyer_reference', 'supplier_hint', 'client_tax_key', 'd365_allowed_combination',
    'accounting_connection', 'accounting_sign_in', 'client_discount_code', 'client_d365_dimension') then 'invoice'
  when table_name ~ '^(procurement|invoice|contract)(_|$)' then substring(table_name from '^[a-z]+')
  when table_name ~ '^permission(_|$)' then 'permissions' end;
create policy module_on on order_movement as restrictive for select to reader, reader_price using (app.is_on('procurement'));

-- What follows from the sums of the movements of a line. An invoice counts up to what was ordered, the rest of it is beyond. What is
-- received counts no further than is still expected or was invoiced: what is completely invoiced awaits no invoice of its goods.
create function app.line_figures(ordered numeric, came numeric, ended numeric, charged numeric)
returns table (invoiced numeric, beyond numeric, received numeric, committed numeric, released numeric, is_settled boolean)
language sql immutable parallel safe as $$
  select i.invoiced, charged - i.invoiced, r.received, e.committed, ordered - i.invoiced - e.committed,
    e.committed = 0 and r.received = i.invoiced and (charged = i.invoiced or ordered = ended and ordered <> 0)
  from (select least(greatest(charged, 0), greatest(ordered, 0)) as invoiced) i
  cross join lateral (select greatest(0, ordered - ended - i.invoiced) as committed) e
  cross join lateral (select least(came, greatest(ordered - ended, i.invoiced)) as received) r
$$;
grant execute on function app.line_figures(numeric, numeric, numeric, numeric) to reader, reader_price, writer;

-- What these orders are worth by line, and since when, in the currency of their companies.
create function app.lines_of_orders(in_tenant bigint, in_orders bigint[])
returns table (procurement_id bigint, line bigint, currency text, cost_center_id bigint, ordered_at timestamptz, came_at timestamptz, ended_at timestamptz,
  worth numeric, received numeric, ended numeric)
language sql stable set search_path = '' as $$
  select p.id, l.id, coalesce(c.currency, p.currency), coalesce(l.cost_center_id, p.cost_center_id),
    -- The line of a supplier whose order was never sent is not ordered, and one that came later not before that.
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
  cross join lateral (select round(l.total_netto * coalesce(p.exchange_rate, 1), 2) as worth) a
  -- Freight and surcharges come with the first goods.
  cross join lateral (select case when l.kind = 'item' and l.quantity is not null
    then round(a.worth * l.quantity_received / l.quantity, 2) when p.has_come then a.worth else 0 end as received) r
$$;

-- What each invoice that counts charges of the lines of these orders: by its own lines, and the rest of it in proportion to what
-- they leave of the lines that were ordered until then.
create function app.charges_of_orders(in_tenant bigint, in_orders bigint[])
returns table (procurement_id bigint, line bigint, invoice_id bigint, day date, net numeric)
language sql stable set search_path = '' as $$
  with own as materialized (
    select o.procurement_id, o.id as line, i.id as invoice_id, coalesce(i.invoice_date, i.created_at::date) as day,
      round(sum(l.total_netto) * coalesce(i.exchange_rate, 1), 2) as net
    from public.procurement_line o
    join public.invoice_line l on l.tenant_id = in_tenant and l.procurement_line_id = o.id
    join public.invoice i on i.tenant_id = in_tenant and i.id = l.invoice_id and app.counts_in_budgets('invoice', i.status)
    where o.tenant_id = in_tenant and o.procurement_id = any (in_orders)
    group by i.tenant_id, i.id, o.tenant_id, o.id
  ), rest as (
    select i.procurement_id, i.id as invoice_id, coalesce(i.invoice_date, i.created_at::date) as day,
      round((i.total_netto - coalesce((
        select sum(l.total_netto) from public.invoice_line l
        where l.tenant_id = in_tenant and l.invoice_id = i.id and l.procurement_line_id is not null), 0))
        * coalesce(i.exchange_rate, 1), 2) as net
    from public.invoice i
    where i.tenant_id = in_tenant and i.procurement_id = any (in_orders) and app.counts_in_budgets('invoice', i.status)
  ), weighed as (
    select r.procurement_id, r.invoice_id, r.day, r.net, m.line, m.net as ordered, greatest(0, m.net - coalesce(sum(own.net), 0)) as uncharged
    from rest r
    cross join lateral (
      select m.line, sum(m.net) as net
      from (
        select o.line, o.day, o.net, min(o.day) over () as first_day from public.order_movement o
        where o.tenant_id = in_tenant and o.procurement_id = r.procurement_id and o.kind = 'ordered'
      ) m
      where m.day <= greatest(r.day, m.first_day) group by m.line
    ) m
    left join own on own.procurement_id = r.procurement_id and own.line = m.line and (own.day, own.invoice_id) <= (r.day, r.invoice_id)
    where r.net <> 0
    group by r.procurement_id, r.invoice_id, r.day, r.net, m.line, m.net
  ), shares as (
    select procurement_id, invoice_id, day, net, line,
      case when sum(uncharged) over of_invoice > 0 then uncharged when sum(ordered) over of_invoice > 0 then ordered else 1 end as weight
    from weighed window of_invoice as (partition by procurement_id, invoice_id)
  ), placed as (
    select procurement_id, invoice_id, day, net, line, weight, sum(weight) over (of_invoice order by line) as until,
      sum(weight) over of_invoice as whole
    from shares window of_invoice as (partition by procurement_id, invoice_id)
  ), charges as (
    select procurement_id, line, invoice_id, day, net from own
    union all
    select procurement_id, line, invoice_id, day, round(net * until / whole, 2) - round(net * (until - weight) / whole, 2) from placed
  )
  select procurement_id, line, invoice_id, day, sum(net) from charges group by 1, 2, 3, 4 having sum(net) <> 0
$$;
revoke execute on function app.lines_of_orders(bigint, bigint[]), app.charges_of_orders(bigint, bigint[]) from public;

-- Writes down what has happened to orders since their last movements.
create function app.keep_order_movements(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
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
    orders := array(
      select app.orders_of_invoices(in_tenant, in_documents)
      union
      select procurement_id from public.order_movement where tenant_id = in_tenant and invoice_id = any (in_documents));
  end if;
  -- Nothing is to be written of what nobody has ordered.
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
  if in_kind = 'procurement' then
    known := array(select distinct procurement_id from public.order_movement where tenant_id = in_tenant and procurement_id = any (orders));
    insert into public.order_movement (tenant_id, procurement_id, line, kind, day, currency, net, goods_receipt_id)
      select in_tenant, l.procurement_id, l.line, 'received', (r.received_at at time zone zone)::date, l.currency,
        round(l.worth * r.until / l.quantity, 2) - round(l.worth * (r.until - r.quantity) / l.quantity, 2), r.id
      from (
        select o.*, q.quantity from app.lines_of_orders(in_tenant, orders) o
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
        (coalesce(o.came_at, o.ended_at) at time zone zone)::date as came_on, (o.ended_at at time zone zone)::date as ended_on
      from app.lines_of_orders(in_tenant, orders) o where o.ordered_at is not null
    ), written as (
      select m.procurement_id, m.line, m.kind, m.cost_center_id, min(m.currency) as currency, sum(m.net) as net
      from public.order_movement m
      where m.tenant_id = in_tenant and m.procurement_id = any (orders) and m.kind <> 'invoiced' group by 1, 2, 3, 4
    ), due as (
      select t.procurement_id, t.line, v.kind, v.cost_center_id, t.currency, v.net,
        -- Of an order that nothing was ever written of it happened when the documents say, every change of it today.
        case when t.procurement_id = any (known) then today else v.day end as day
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
        and w.cost_center_id is not distinct from d.cost_center_id
      -- Also a line that is worth nothing is ordered once.
      where coalesce(d.net, 0) <> coalesce(w.net, 0) or d.kind = 'ordered' and w.line is null
      -- Where a line moves to another cost center, the movement to it is the later one.
      order by coalesce(d.net, 0) - coalesce(w.net, 0);
  end if;
  with charged as materialized (
    select c.*, m.currency from app.charges_of_orders(in_tenant, orders) c
    join lateral (
      select currency from public.order_movement
      where tenant_id = in_tenant and procurement_id = c.procurement_id and kind = 'ordered' limit 1) m on true
  ), gone as (
    delete from public.order_movement
    where tenant_id = in_tenant and procurement_id = any (orders) and kind = 'invoiced'
      and (line, invoice_id, day, net) not in (select line, invoice_id, day, net from charged)
  )
  insert into public.order_movement (tenant_id, procurement_id, line, kind, day, currency, net, invoice_id)
    select in_tenant, procurement_id, line, 'invoiced', day, currency, net, invoice_id from charged
    where (line, invoice_id, day, net) not in (
      select line, invoice_id, day, net from public.order_movement
      where tenant_id = in_tenant and procurement_id = any (orders) and kind = 'invoiced');
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
revoke execute on function app.keep_order_movements(bigint, text, bigint[]) from public;

-- At the end of each transaction, with the rows of the lists and of the budgets (0060).
do $hook$
begin
  execute replace(pg_get_functiondef('app.list_noted_documents()'::regprocedure),
    'perform app.keep_budget_amounts(listed.tenant_id, listed.kind, listed.counted_ids);',
    'perform app.keep_budget_amounts(listed.tenant_id, listed.kind, listed.counted_ids);
      perform app.keep_order_movements(listed.tenant_id, listed.kind, listed.counted_ids);');
end
$hook$;

-- What is there already is written with the days that documents know. When somebody said that an order was completely invoiced they
-- do not: that was with its last invoice at the earliest.
do $fill$
declare
  page record;
begin
  for page in
    select tenant_id, array_agg(id) as ids from procurement
    where status in ('approved', 'ordered', 'clearing', 'completed', 'declined') group by tenant_id, id / 1000
  loop
    perform app.keep_order_movements(page.tenant_id, 'procurement', page.ids);
    analyze order_movement;
  end loop;
end
$fill$;
update order_movement m set day = greatest(m.day, least(current_date, (
    select max(i.day) from order_movement i
    where i.tenant_id = m.tenant_id and i.procurement_id = m.procurement_id and i.kind = 'invoiced')))
  from procurement p
  where p.tenant_id = m.tenant_id and p.id = m.procurement_id and p.completely_invoiced and m.kind = 'ended';
update order_movement m set settled_on = s.day
  from (select tenant_id, procurement_id, max(day) as day from order_movement where settled_on <> 'infinity' group by 1, 2) s
  where s.tenant_id = m.tenant_id and s.procurement_id = m.procurement_id and m.settled_on <> s.day;
