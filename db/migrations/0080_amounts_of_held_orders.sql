-- What an invoice takes on one of its orders is written by whoever holds that order: of two who change different orders of
-- one invoice at once, none writes what the other one has just made old, and none waits for the other (BUD-03, BUD-04).
create or replace function app.keep_budget_amounts(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  orders bigint[] := in_documents;
  own bigint[] := '{}';
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
    own := in_documents;
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
      where cost_center_id is not null and day is not null
        and (invoice_id = any (own) or procurement_id = any (orders)) group by 1, 2, 3, 4, 5
  ), gone as (
    delete from public.budget_amount
    where tenant_id = in_tenant and invoice_id = any (invoices)
      and (invoice_id = any (own) or procurement_id = any (orders))
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

-- An order is completely invoiced no longer than its invoices make it so, unless somebody has said it (PROC-21).
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
    open_value = p.total_netto - touched.net,
    completely_invoiced = case
      when p.type <> 'single_invoice' then p.completely_invoiced
      when touched.net > 0 and touched.net >= p.total_netto then true
      -- What its invoices made complete is open again without them. A credit note alone opens nothing, as nothing more is to
      -- come, but it does not keep complete what others made so; what somebody said by hand stays.
      when touched.charged < p.total_netto and (p.open_value <= 0 or touched.net < touched.charged and not exists (
        select from public.timeline_entry e
        where e.tenant_id = p.tenant_id and e.procurement_id = p.id and e.message_code = 'document_edited'
          and e.message_values ->> 'fields' = 'completely_invoiced')) then false
      else p.completely_invoiced end
    from (
      select o.tenant_id, o.id, i.net, i.charged
      from public.procurement o cross join lateral app.invoiced_of(o.tenant_id, o.id, o.currency, o.exchange_rate) i
      where o.tenant_id = any (tenants) and o.id = any (orders)
    ) touched
    where p.tenant_id = touched.tenant_id and p.id = touched.id and p.open_value is distinct from p.total_netto - touched.net;
  return null;
end
$$;
