-- Budget use of invoices: in the period and scope of their orders up to the orders' value, the excess by their own
-- date (BUD-03). The excess of an invoice counts on the line that exceeds its order line (INV-28); if there is none,
-- all lines share it. An invoice without lines is one posting. Net is null while a rate is unknown.
create or replace function app.amounts_of_invoices(in_tenant bigint, in_ids bigint[])
returns table (procurement_id bigint, invoice_id bigint, cost_center_id bigint, ledger_account_id bigint, day date, net numeric)
language sql stable as $$
  with shares as materialized (
    select s.procurement_id, s.invoice_id, s.invoice_date,
      app.in_currency(s.net, s.currency, s.exchange_rate, p.currency, app.known_rate(p.tenant_id, p.client_id, p.currency, p.exchange_rate)) as net
    from app.shares_of_orders(in_tenant, array(select app.orders_of_invoices(in_tenant, in_ids))) s
    join public.procurement p on p.tenant_id = in_tenant and p.id = s.procurement_id
  ), beyond as materialized (
    -- All invoices of an order up to this one, independent of date and allocation.
    select s.procurement_id, s.invoice_id, s.net,
      coalesce(greatest(0, u.net - u.worth) - greatest(0, u.net - s.net - u.worth), 0) as excess
    from shares s
    cross join lateral (
      select sum(other.net) as net, app.worth_of_order(in_tenant, s.procurement_id) as worth from shares other
      where other.procurement_id = s.procurement_id
        and (other.invoice_date, other.invoice_id) <= (s.invoice_date, s.invoice_id)
    ) u
    where s.invoice_id = any (in_ids)
  ), caused as (
    select c.procurement_id, c.procurement_line_id, c.invoice_id, b.excess, b.net as whole, c.net,
      greatest(0, c.beyond * sign(b.excess)) as own,
      sum(greatest(0, c.beyond * sign(b.excess))) over (partition by c.procurement_id, c.invoice_id) as owns
    from app.charged_of_orders(in_tenant, array(select e.procurement_id from beyond e where e.excess <> 0)) c
    join beyond b on b.procurement_id = c.procurement_id and b.invoice_id = c.invoice_id
  ), parts as (
    -- The part of each charged unit in excess of the order.
    select procurement_id, procurement_line_id, invoice_id,
      coalesce(case when owns = 0 then excess / nullif(whole, 0) else excess * own / owns / nullif(net, 0) end, 0) as share
    from caused
  ), lines as (
    select i.id as invoice_id, coalesce(o.procurement_id, i.procurement_id) as procurement_id, o.id as line_id,
      coalesce(l.cost_center_id, i.cost_center_id) as cost_center_id,
      coalesce(l.ledger_account_id, i.ledger_account_id) as ledger_account_id, i.invoice_date,
      case when l.id is null then i.total_netto else coalesce(l.total_netto, 0) end * app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate) * app.counted_share(i) as net,
      i.corrects_invoice_id is not null and (i.total_netto < 0 or i.total_brutto < 0) as is_correction
    from public.invoice i
    left join public.invoice_line l on l.tenant_id = in_tenant and l.invoice_id = i.id
    left join public.procurement_line o on o.tenant_id = in_tenant and o.id = l.procurement_line_id
    where i.tenant_id = in_tenant and i.id = any (in_ids) and app.counts_in_budgets('invoice', i.status)
  )
  select l.procurement_id, l.invoice_id, l.cost_center_id, case when g.share is null then l.ledger_account_id else g.ledger_account_id end,
    l.invoice_date, l.net * coalesce(g.share, 1) * case when l.procurement_id is null then 1 else coalesce(b.share, 0) end
  from lines l
  left join parts b on b.procurement_id = l.procurement_id and b.invoice_id = l.invoice_id
    and b.procurement_line_id is not distinct from l.line_id
  left join lateral app.accounts_given_back(in_tenant, l.invoice_id, l.cost_center_id) g on l.is_correction and l.net <> 0
$$;
