-- One invoice may charge several orders, and one order be charged by several invoices (INV-23): each line of an invoice counts
-- for the order whose line it is about, everything else for the order of its head.

-- By how much an invoice may differ from its order unasked, beside the percentages that a company has.
alter table client add column match_price_tolerance_amount numeric(10, 2) not null default 0
  check (match_price_tolerance_amount >= 0);
alter table client add column match_quantity_tolerance_amount numeric(10, 3) not null default 0
  check (match_quantity_tolerance_amount >= 0);
call app.permission_wall('client');

-- What each invoice that counts charges of each of these orders, net and in the currency of the invoice.
create function app.shares_of_orders(in_tenant bigint, in_orders bigint[])
returns table (procurement_id bigint, invoice_id bigint, invoice_date date, net numeric)
language sql stable set search_path = '' as $$
  select i.procurement_id, i.id, i.invoice_date, i.total_netto - coalesce((
      select sum(l.total_netto) from public.invoice_line l
      join public.procurement_line o on o.tenant_id = in_tenant and o.id = l.procurement_line_id
      where l.tenant_id = in_tenant and l.invoice_id = i.id and o.procurement_id <> i.procurement_id), 0)
    from public.invoice i
    where i.tenant_id = in_tenant and i.procurement_id = any (in_orders) and app.counts_in_budgets('invoice', i.status)
  union all
  select o.procurement_id, i.id, i.invoice_date, sum(l.total_netto)
    from public.procurement_line o
    join public.invoice_line l on l.tenant_id = in_tenant and l.procurement_line_id = o.id
    join public.invoice i on i.tenant_id = in_tenant and i.id = l.invoice_id
    where o.tenant_id = in_tenant and o.procurement_id = any (in_orders)
      and i.procurement_id is distinct from o.procurement_id and app.counts_in_budgets('invoice', i.status)
    group by o.procurement_id, i.id, i.invoice_date
$$;
grant execute on function app.shares_of_orders(bigint, bigint[]) to writer;

create or replace function app.invoiced_netto(in_tenant bigint, in_procurement bigint) returns numeric
language sql stable set search_path = '' as $$
  select coalesce(sum(net), 0) from app.shares_of_orders(in_tenant, array[in_procurement])
$$;

-- The orders that these invoices charge.
create function app.orders_of_invoices(in_tenant bigint, in_ids bigint[]) returns setof bigint
language sql stable set search_path = '' as $$
  select procurement_id from public.invoice
    where tenant_id = in_tenant and id = any (in_ids) and procurement_id is not null
  union
  select o.procurement_id from public.invoice_line l
    join public.procurement_line o on o.tenant_id = in_tenant and o.id = l.procurement_line_id
    where l.tenant_id = in_tenant and l.invoice_id = any (in_ids)
$$;
grant execute on function app.orders_of_invoices(bigint, bigint[]) to writer;

-- How many units of a line of an order all invoices charge together; credit notes take them back.
create function app.invoiced_quantity(in_line bigint) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(l.quantity), 0) from public.invoice_line l
  join public.invoice i on i.tenant_id = l.tenant_id and i.id = l.invoice_id
  where l.tenant_id = app.tenant_id() and l.procurement_line_id = in_line and l.kind = 'item'
    and app.counts_in_budgets('invoice', i.status)
$$;
grant execute on function app.invoiced_quantity(bigint) to reader, reader_price, writer;

-- What is still open of an order follows its invoices and their lines.
create or replace function app.pass_invoiced_netto() returns trigger
language plpgsql set search_path = '' as $$
declare
  tenants bigint[];
  orders bigint[];
begin
  if tg_table_name = 'invoice' then
    select array_agg(distinct c.tenant_id), array_agg(distinct o.id) into tenants, orders
    from changed c cross join lateral (
      select c.procurement_id as id where c.procurement_id is not null
      union
      select l.procurement_id from public.invoice_line i
        join public.procurement_line l on l.tenant_id = c.tenant_id and l.id = i.procurement_line_id
        where i.tenant_id = c.tenant_id and i.invoice_id = c.id
    ) o;
  else
    select array_agg(distinct c.tenant_id), array_agg(distinct o.id) into tenants, orders
    from changed c cross join lateral (
      select l.procurement_id as id from public.procurement_line l
        where l.tenant_id = c.tenant_id and l.id = c.procurement_line_id
      union
      select i.procurement_id from public.invoice i
        where i.tenant_id = c.tenant_id and i.id = c.invoice_id and i.procurement_id is not null
    ) o
    where c.procurement_line_id is not null;
  end if;
  if orders is null then
    return null;
  end if;
  -- Whoever touches several orders waits for others in the order in which these wait for him.
  perform from public.procurement p where p.tenant_id = any (tenants) and p.id = any (orders) order by p.id for no key update;
  update public.procurement p set
    open_value = p.total_netto - touched.netto,
    completely_invoiced = p.completely_invoiced
      or p.type = 'single_invoice' and touched.netto > 0 and touched.netto >= p.total_netto
    from (
      select o.tenant_id, o.id, app.invoiced_netto(o.tenant_id, o.id) as netto
      from public.procurement o where o.tenant_id = any (tenants) and o.id = any (orders)
    ) touched
    where p.tenant_id = touched.tenant_id and p.id = touched.id
      and p.open_value is distinct from p.total_netto - touched.netto;
  return null;
end
$$;
create trigger invoiced_inserted after insert on invoice_line referencing new table as changed
  for each statement execute function app.pass_invoiced_netto();
create trigger invoiced_updated after update on invoice_line referencing new table as changed
  for each statement execute function app.pass_invoiced_netto();
create trigger invoiced_moved after update on invoice_line referencing old table as changed
  for each statement execute function app.pass_invoiced_netto();
create trigger invoiced_deleted after delete on invoice_line referencing old table as changed
  for each statement execute function app.pass_invoiced_netto();

-- What invoices take of budgets: in the period and scope of their orders up to the value of these, the excess by their own
-- date (BUD-03). An invoice without lines is one booking.
create or replace function app.amounts_of_invoices(in_tenant bigint, in_ids bigint[])
returns table (procurement_id bigint, invoice_id bigint, cost_center_id bigint, ledger_account_id bigint, day date, net numeric)
language sql stable as $$
  with shares as materialized (
    select s.* from app.shares_of_orders(in_tenant, array(select app.orders_of_invoices(in_tenant, in_ids))) s
  ), beyond as (
    -- All invoices of an order up to this one, whenever they came and whatever they are counted on.
    select s.procurement_id, s.invoice_id,
      coalesce((greatest(0, u.net - p.net) - greatest(0, u.net - s.net - p.net)) / nullif(s.net, 0), 0) as share
    from shares s
    cross join lateral (
      select sum(other.net) as net from shares other
      where other.procurement_id = s.procurement_id
        and (other.invoice_date, other.invoice_id) <= (s.invoice_date, s.invoice_id)
    ) u
    cross join lateral (
      select case when app.counts_in_budgets('procurement', p.status) then p.total_netto else 0 end as net
      from public.procurement p where p.tenant_id = in_tenant and p.id = s.procurement_id
    ) p
    where s.invoice_id = any (in_ids)
  ), lines as (
    select i.id as invoice_id, coalesce(o.procurement_id, i.procurement_id) as procurement_id,
      coalesce(l.cost_center_id, i.cost_center_id) as cost_center_id,
      coalesce(l.ledger_account_id, i.ledger_account_id) as ledger_account_id,
      i.invoice_date, coalesce(l.total_netto, case when l.id is null then i.total_netto end) * coalesce(i.exchange_rate, 1) as net
    from public.invoice i
    left join public.invoice_line l on l.tenant_id = in_tenant and l.invoice_id = i.id
    left join public.procurement_line o on o.tenant_id = in_tenant and o.id = l.procurement_line_id
    where i.tenant_id = in_tenant and i.id = any (in_ids) and app.counts_in_budgets('invoice', i.status)
  )
  select l.procurement_id, l.invoice_id, l.cost_center_id, l.ledger_account_id, l.invoice_date,
    l.net * case when l.procurement_id is null then 1 else coalesce(b.share, 0) end
  from lines l
  left join beyond b on b.procurement_id = l.procurement_id and b.invoice_id = l.invoice_id
$$;

create or replace function app.amounts_of_orders(in_tenant bigint, in_ids bigint[])
returns table (procurement_id bigint, cost_center_id bigint, ledger_account_id bigint, day date, is_decided boolean, net numeric)
language sql stable as $$
  select p.id, coalesce(l.cost_center_id, p.cost_center_id), coalesce(l.ledger_account_id, p.ledger_account_id), p.day, p.is_decided,
         l.total_netto * p.rate * p.share
           -- Finished with something missing: what came counts, not what was ordered.
           * case when p.status = 'completed' and l.kind = 'item' and l.quantity > 0 then l.quantity_received / l.quantity else 1 end
  from (
    select p.id, p.cost_center_id, p.ledger_account_id, p.status, coalesce(p.exchange_rate, 1) as rate,
           (p.submitted_at at time zone (select app.time_zone_of(in_tenant)))::date as day,
           p.status <> 'approval' and (p.status <> 'clearing' or p.approved_netto is not null) as is_decided,
           -- Once completely invoiced an order is worth what its invoices take, up to its own value.
           case when p.completely_invoiced
                then coalesce(least(app.invoiced_netto(in_tenant, p.id), p.total_netto) / nullif(p.total_netto, 0), 0) else 1 end as share
    from public.procurement p
    where p.tenant_id = in_tenant and p.id = any (in_ids) and app.counts_in_budgets('procurement', p.status)
  ) p
  join public.procurement_line l on l.tenant_id = in_tenant and l.procurement_id = p.id
$$;

create or replace function app.keep_budget_amounts(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  orders bigint[] := in_documents;
  invoices bigint[];
begin
  if in_kind not in ('procurement', 'invoice') then
    return;
  end if;
  if in_kind = 'invoice' then
    orders := array(
      select app.orders_of_invoices(in_tenant, in_documents)
      union
      select procurement_id from public.budget_amount
        where tenant_id = in_tenant and invoice_id = any (in_documents) and procurement_id is not null);
    invoices := in_documents;
  end if;
  -- Of two who change an order and an invoice of it at once, the later one counts what the first has left behind.
  perform from public.procurement where tenant_id = in_tenant and id = any (orders) order by id for no key update;
  with counted as materialized (
    select procurement_id, cost_center_id, ledger_account_id, day, is_decided, sum(net) as net
      from app.amounts_of_orders(in_tenant, orders)
      where cost_center_id is not null and day is not null group by 1, 2, 3, 4, 5
  ), gone as (
    delete from public.budget_amount
    where tenant_id = in_tenant and procurement_id = any (orders) and invoice_id is null
      and (procurement_id, cost_center_id, coalesce(ledger_account_id, 0)) not in (
        select procurement_id, cost_center_id, coalesce(ledger_account_id, 0) from counted)
  )
  insert into public.budget_amount as b (tenant_id, procurement_id, cost_center_id, ledger_account_id, day, is_decided, net)
    select in_tenant, procurement_id, cost_center_id, ledger_account_id, day, is_decided, net from counted
    where (procurement_id, cost_center_id, coalesce(ledger_account_id, 0), day, is_decided, net) not in (
      select procurement_id, cost_center_id, coalesce(ledger_account_id, 0), day, is_decided, net
      from public.budget_amount where tenant_id = in_tenant and procurement_id = any (orders) and invoice_id is null)
  on conflict (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id) do update
    set day = excluded.day, is_decided = excluded.is_decided, net = excluded.net;
  invoices := invoices || array(
    select invoice_id from app.shares_of_orders(in_tenant, orders)
    union
    select id from public.invoice where tenant_id = in_tenant and procurement_id = any (orders)
    union
    select invoice_id from public.budget_amount
      where tenant_id = in_tenant and procurement_id = any (orders) and invoice_id is not null);
  if invoices = '{}' then
    return;
  end if;
  with counted as materialized (
    select procurement_id, invoice_id, cost_center_id, ledger_account_id, day, sum(net) as net
      from app.amounts_of_invoices(in_tenant, invoices)
      where cost_center_id is not null and day is not null group by 1, 2, 3, 4, 5
  ), gone as (
    delete from public.budget_amount
    where tenant_id = in_tenant and invoice_id = any (invoices)
      and (coalesce(procurement_id, 0), invoice_id, cost_center_id, coalesce(ledger_account_id, 0)) not in (
        select coalesce(procurement_id, 0), invoice_id, cost_center_id, coalesce(ledger_account_id, 0) from counted)
  )
  insert into public.budget_amount as b
      (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id, day, is_decided, net)
    select in_tenant, procurement_id, invoice_id, cost_center_id, ledger_account_id, day, true, net from counted
  on conflict (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id) do update
    set day = excluded.day, is_decided = excluded.is_decided, net = excluded.net
    where (b.day, b.is_decided, b.net) is distinct from (excluded.day, excluded.is_decided, excluded.net);
end
$$;
