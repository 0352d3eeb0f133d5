-- Writes the rows of changed documents. An order and its invoices count together; an invoice moved away from its
-- order is found by its remaining row. Rows of an invoice on one of its orders are written by the holder of the
-- order's lock: concurrent changes of different orders of one invoice neither overwrite each other nor wait (BUD-03,
-- BUD-04). Amounts whose rate is unknown have no row; `app.budget_unrated` names them (PRICE-07).
create or replace function app.keep_budget_amounts(in_tenant bigint, in_kind text, in_documents bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  orders bigint[] := in_documents;
  own bigint[] := '{}';
  invoices bigint[];
begin
  if in_kind not in ('procurement', 'invoice') then
    return;
  end if;
  if in_kind = 'invoice' then
    in_documents := array(select app.with_corrections(in_tenant, in_documents));
    orders := array(
      select app.orders_of_invoices(in_tenant, in_documents)
      union
      select procurement_id from public.budget_amount
        where tenant_id = in_tenant and invoice_id = any (in_documents) and procurement_id is not null);
    own := in_documents;
  else
    -- Credit notes of an order's invoices count where the order counts.
    own := array(
      select c.id from public.invoice c
      where c.tenant_id = in_tenant and c.corrects_invoice_id in (
        select id from public.invoice where tenant_id = in_tenant and procurement_id = any (orders)
        union
        select l.invoice_id from public.procurement_line o
          join public.invoice_line l on l.tenant_id = in_tenant and l.procurement_line_id = o.id
          where o.tenant_id = in_tenant and o.procurement_id = any (orders)));
  end if;
  -- Of concurrent changes of an order and its invoice, the later one counts the result of the first.
  perform from public.procurement where tenant_id = in_tenant and id = any (orders) order by id for no key update;
  with counted as materialized (
    select procurement_id, cost_center_id, ledger_account_id, day, is_decided, sum(net) as net, sum(committed) as committed
      from app.amounts_of_orders(in_tenant, orders)
      where cost_center_id is not null and day is not null and net is not null group by 1, 2, 3, 4, 5
  ), gone as (
    delete from public.budget_amount
    where tenant_id = in_tenant and procurement_id = any (orders) and invoice_id is null
      and (procurement_id, cost_center_id, coalesce(ledger_account_id, 0)) not in (
        select procurement_id, cost_center_id, coalesce(ledger_account_id, 0) from counted)
  )
  insert into public.budget_amount as b
      (tenant_id, procurement_id, cost_center_id, ledger_account_id, day, is_decided, net, committed)
    select in_tenant, procurement_id, cost_center_id, ledger_account_id, day, is_decided, net, committed from counted
    where (procurement_id, cost_center_id, coalesce(ledger_account_id, 0), day, is_decided, net, committed) not in (
      select procurement_id, cost_center_id, coalesce(ledger_account_id, 0), day, is_decided, net, committed
      from public.budget_amount where tenant_id = in_tenant and procurement_id = any (orders) and invoice_id is null)
  on conflict (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id) do update
    set day = excluded.day, is_decided = excluded.is_decided, net = excluded.net, committed = excluded.committed;
  invoices := own || array(
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
      where cost_center_id is not null and day is not null and net is not null
        and (invoice_id = any (own) or procurement_id = any (orders)) group by 1, 2, 3, 4, 5
  ), gone as (
    delete from public.budget_amount
    where tenant_id = in_tenant and invoice_id = any (invoices)
      and (invoice_id = any (own) or procurement_id = any (orders))
      and (coalesce(procurement_id, 0), invoice_id, cost_center_id, coalesce(ledger_account_id, 0)) not in (
        select coalesce(procurement_id, 0), invoice_id, cost_center_id, coalesce(ledger_account_id, 0) from counted)
  )
  insert into public.budget_amount as b
      (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id, day, is_decided, net, committed)
    select in_tenant, procurement_id, invoice_id, cost_center_id, ledger_account_id, day, true, net, 0 from counted
  on conflict (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id) do update
    set day = excluded.day, is_decided = excluded.is_decided, net = excluded.net
    where (b.day, b.is_decided, b.net) is distinct from (excluded.day, excluded.is_decided, excluded.net);
end
$function$;
