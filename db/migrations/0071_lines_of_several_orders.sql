-- One invoice may charge several orders, and one order be charged by several invoices (INV-23): each line of an invoice counts
-- for the order whose line it is about, everything else for the order of its head.

-- By how much an invoice may differ from its order unasked, beside the percentages that a company has.
alter table client add column match_price_tolerance_amount numeric(10, 2) not null default 0
  check (match_price_tolerance_amount >= 0);
alter table client add column match_quantity_tolerance_amount numeric(10, 3) not null default 0
  check (match_quantity_tolerance_amount >= 0);
call app.permission_wall('client');

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

-- What is still open of an order follows the lines of its invoices as well.
create trigger invoiced_inserted after insert on invoice_line referencing new table as changed
  for each statement execute function app.pass_invoiced_netto();
create trigger invoiced_updated after update on invoice_line referencing new table as changed
  for each statement execute function app.pass_invoiced_netto();
create trigger invoiced_moved after update on invoice_line referencing old table as changed
  for each statement execute function app.pass_invoiced_netto();
create trigger invoiced_deleted after delete on invoice_line referencing old table as changed
  for each statement execute function app.pass_invoiced_netto();

-- Whatever an invoice charges, by its head or by its lines, is counted anew with it.
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
