-- What is ordered of a product in a span is one more part of its sums (DASH-04): measured, adding the lines of a year was half of what
-- the dashboard took. An order in the currency of its company counts with what its lines say; the few others have rates of their own
-- and are added from their lines when somebody asks.
alter table document_total
  add column quantity numeric(20, 3) not null default 0,
  drop constraint document_total_dimension_check,
  add constraint document_total_dimension_check
    check (dimension in ('status', 'department', 'cost_center', 'ledger_account', 'product'));
grant select (quantity) on document_total to reader, reader_price;
drop index document_total_tenant_id_span_kind_currency_dimension_key_c_idx;
create index document_total_parts on document_total (tenant_id, span) include (kind, currency, dimension, key, count, net)
  where dimension <> 'product';
create index document_total_products on document_total (tenant_id, span) include (kind, currency, key, count, quantity, net)
  where dimension = 'product';
create index document_foreign on document (tenant_id, created_at) include (id, status, company_currency)
  where kind = 'procurement' and currency <> company_currency;

-- The product, or what a supplier calls it where it is none of the catalogue, by the unit: quantities of different units are never added.
create function app.ordered_key(product_id bigint, supplier_id bigint, item_number text, unit text) returns text
language sql immutable parallel safe
return jsonb_build_array(product_id, case when product_id is null then supplier_id end,
  case when product_id is null then item_number end, coalesce(unit, ''))::text;
revoke execute on function app.ordered_key(bigint, bigint, text, text) from public;

create or replace function app.rebuild_document_totals(in_tenant bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table public.document_total in share row exclusive mode;
  delete from public.document_total where tenant_id = in_tenant;
  insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, net)
    select in_tenant, d.span, d.kind, d.currency, p.dimension, p.key, sum(d.count), sum(d.net)
      from (
        select app.sum_span(created_at) as span, kind, company_currency as currency, status, department_id, cost_center_id,
            ledger_account_id, count(*) as count, sum(company_netto) as net
          from public.document where tenant_id = in_tenant and status <> 'draft'
          group by 1, 2, 3, 4, 5, 6, 7
      ) d
      cross join lateral app.parts_of_charts(d.status, d.department_id, d.cost_center_id, d.ledger_account_id) p
      group by 2, 3, 4, 5, 6;
  insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
    select in_tenant, app.sum_span(d.created_at), 'procurement', d.company_currency, 'product',
        app.ordered_key(l.product_id, l.supplier_id, l.item_number, l.unit), count(*), sum(coalesce(l.quantity, 0)), sum(l.total_netto)
      from public.document d
      join public.procurement_line l on l.tenant_id = in_tenant and l.procurement_id = d.id
      where d.tenant_id = in_tenant and d.kind = 'procurement' and d.status <> 'draft' and d.currency = d.company_currency
        and l.kind = 'item' and (l.product_id is not null or l.item_number is not null)
      group by 2, 4, 6;
end
$$;

-- As before (0115), of the products or of all other parts.
drop function app.fold_document_totals(bigint, timestamptz);
create function app.fold_document_totals(in_tenant bigint, in_span timestamptz, in_products boolean) returns void
language sql set search_path = '' as $$
  with several as (
    select unnest(array_agg(id)) as id from public.document_total
      where tenant_id = in_tenant and span = in_span and (dimension = 'product') = in_products
      group by kind, currency, dimension, key having count(*) > 1
  ), taken as materialized (
    select s.id from public.document_total s
      where s.tenant_id = in_tenant and s.id = any (array(select id from several)) for update skip locked
  ), gone as (
    delete from public.document_total s where s.tenant_id = in_tenant and s.id = any (array(select id from taken))
      returning s.kind, s.currency, s.dimension, s.key, s.count, s.quantity, s.net
  )
  insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
    select in_tenant, in_span, kind, currency, dimension, key, sum(count), sum(quantity), sum(net)
      from gone group by kind, currency, dimension, key having sum(count) <> 0 or sum(quantity) <> 0 or sum(net) <> 0
$$;
revoke execute on function app.fold_document_totals(bigint, timestamptz, boolean) from public;

-- What a statement changes of documents: the parts in which they count after it, less those in which they counted before, and the
-- products of orders that have become ones, have ceased to be, or have moved to another time or currency. What it changes of lines
-- counts with the row of the order as the lists have it, which is written at the end of the transaction; it is held until then, so
-- that nobody else moves it between.
do $triggers$
declare
  each record;
begin
  for each in
    select * from (values
      ('insert', 'new table as became', 'select *, 1 as sign from became'),
      ('update', 'old table as was new table as became',
        'select *, 1 as sign from became union all select *, -1 from was'),
      ('delete', 'old table as was', 'select *, -1 as sign from was')
    ) as v (event, tables, changed)
  loop
    execute format($create$
      create or replace function app.sum_documents_of_%1$s() returns trigger
      language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $body$
declare
  full_span record;
begin
  for full_span in
    with added as (
      insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, net)
        select c.tenant_id, app.sum_span(c.created_at), c.kind, c.company_currency, p.dimension, p.key, sum(c.sign),
            sum(c.sign * c.company_netto)
          from (%2$s) c
          cross join lateral app.parts_of_charts(c.status, c.department_id, c.cost_center_id, c.ledger_account_id) p
          where c.status <> 'draft'
          group by 1, 2, 3, 4, 5, 6 having sum(c.sign) <> 0 or sum(c.sign * c.company_netto) <> 0
        returning tenant_id, span, id
    )
    select distinct tenant_id, span from added where id %% 64 = 0
  loop
    perform app.fold_document_totals(full_span.tenant_id, full_span.span, false);
  end loop;
  for full_span in
    with moved as materialized (
      select tenant_id, id, app.sum_span(created_at) as span, company_currency as currency, sum(sign) as sign
        from (%2$s) c
        where kind = 'procurement' and status <> 'draft' and currency = company_currency
        group by 1, 2, 3, 4 having sum(sign) <> 0
    ), added as (
      insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
        select m.tenant_id, m.span, 'procurement', m.currency, 'product',
            app.ordered_key(l.product_id, l.supplier_id, l.item_number, l.unit), sum(m.sign), sum(m.sign * coalesce(l.quantity, 0)),
            sum(m.sign * l.total_netto)
          from moved m
          join public.procurement_line l on l.tenant_id = m.tenant_id and l.procurement_id = m.id
          where l.kind = 'item' and (l.product_id is not null or l.item_number is not null)
          group by 1, 2, 4, 6
        returning tenant_id, span, id
    )
    select distinct tenant_id, span from added where id %% 512 = 0
  loop
    perform app.fold_document_totals(full_span.tenant_id, full_span.span, true);
  end loop;
  return null;
end
$body$;
      create function app.sum_lines_of_%1$s() returns trigger
      language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $body$
declare
  full_span record;
begin
  for full_span in
    with changed as materialized (
      select tenant_id, procurement_id, app.ordered_key(product_id, supplier_id, item_number, unit) as key, sum(sign) as count,
          sum(sign * coalesce(quantity, 0)) as quantity, sum(sign * total_netto) as net
        from (%2$s) c
        where kind = 'item' and (product_id is not null or item_number is not null)
        group by 1, 2, 3
        having sum(sign) <> 0 or sum(sign * coalesce(quantity, 0)) <> 0 or sum(sign * total_netto) <> 0
    ), held as materialized (
      select d.tenant_id, d.id, app.sum_span(d.created_at) as span, d.company_currency as currency
        from (select distinct tenant_id, procurement_id from changed) c
        join public.document d on d.tenant_id = c.tenant_id and d.kind = 'procurement' and d.id = c.procurement_id
        where d.status <> 'draft' and d.currency = d.company_currency
        for share of d
    ), added as (
      insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
        select h.tenant_id, h.span, 'procurement', h.currency, 'product', c.key, sum(c.count), sum(c.quantity), sum(c.net)
          from held h
          join changed c on c.tenant_id = h.tenant_id and c.procurement_id = h.id
          group by 1, 2, 4, 6
        returning tenant_id, span, id
    )
    select distinct tenant_id, span from added where id %% 512 = 0
  loop
    perform app.fold_document_totals(full_span.tenant_id, full_span.span, true);
  end loop;
  return null;
end
$body$;
      revoke execute on function app.sum_lines_of_%1$s() from public;
      create trigger summed_%1$s after %1$s on procurement_line referencing %3$s
        for each statement execute function app.sum_lines_of_%1$s()$create$, each.event, each.changed, each.tables);
  end loop;
end
$triggers$;

-- What a foreign key deletes is gone, with all its like, before the first trigger sees it: the lines of an order would no longer be
-- there when its row of the lists goes, nor that row when its lines go. So an order takes its products along before it goes.
create function app.uncount_products() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
    select d.tenant_id, app.sum_span(d.created_at), 'procurement', d.company_currency, 'product',
        app.ordered_key(l.product_id, l.supplier_id, l.item_number, l.unit), -count(*), -sum(coalesce(l.quantity, 0)), -sum(l.total_netto)
      from public.document d
      join public.procurement_line l on l.tenant_id = d.tenant_id and l.procurement_id = d.id
      where d.tenant_id = old.tenant_id and d.kind = 'procurement' and d.id = old.id
        and d.status <> 'draft' and d.currency = d.company_currency
        and l.kind = 'item' and (l.product_id is not null or l.item_number is not null)
      group by 1, 2, 4, 6;
  return old;
end
$$;
revoke execute on function app.uncount_products() from public;
create trigger uncount_products before delete on procurement for each row when (old.status <> 'draft')
  execute function app.uncount_products();

select app.rebuild_document_totals(id) from tenant;

-- As before (0116), for orders that may lie far apart: their lines are found by their numbers, in one walk over the index, and those
-- of one currency and rate are added before they are converted.
create or replace function app.ordered_products(in_orders bigint[], in_currencies text[])
returns table (product_id bigint, supplier_id bigint, item_number text, unit text, currency text, quantity numeric, net numeric)
language sql stable security definer set search_path = '' as $$
  with rates as materialized (
    select id, exchange_rate from public.procurement
      where tenant_id = app.tenant_id() and exchange_rate is not null and id = any (in_orders)
  ), orders as materialized (
    select o.currency, r.exchange_rate, array_agg(o.id) as ids
      from unnest(in_orders, in_currencies) as o (id, currency)
      left join rates r on r.id = o.id
      where app.has_role('user-price')
      group by 1, 2
  )
  select l.product_id, l.supplier_id, l.item_number, l.unit, o.currency, sum(l.quantity),
      sum(l.net * coalesce(o.exchange_rate, 1))
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
