-- Amounts of these orders by line, in company currency, on the line's own cost center and account, else the
-- document's; null while the rate is unknown.
create or replace function app.amounts_of_orders(in_tenant bigint, in_ids bigint[])
returns table (procurement_id bigint, cost_center_id bigint, ledger_account_id bigint, day date, is_decided boolean, net numeric, committed numeric)
language sql stable as $$
  select p.id, coalesce(l.cost_center_id, p.cost_center_id), coalesce(l.ledger_account_id, p.ledger_account_id), p.day, p.is_decided,
         l.total_netto * p.rate * c.came * p.share, l.total_netto * p.rate * c.came * p.open
  from (
    select p.id, p.cost_center_id, p.ledger_account_id, p.status, r.rate,
           (p.submitted_at at time zone (select app.time_zone_of(in_tenant)))::date as day,
           p.status <> 'approval' and (p.status <> 'clearing' or p.approved_netto is not null) as is_decided,
           -- A completely invoiced order counts as its invoices do, up to its own value.
           case when p.completely_invoiced then coalesce(least(i.net, i.worth) / nullif(i.worth, 0), 0) else 1 end as share,
           case when p.completely_invoiced then 0
                else coalesce(greatest(0, i.worth - coalesce(i.net, 0)) / nullif(i.worth, 0), 0) end as open
    from public.procurement p
    cross join lateral (select app.known_rate(p.tenant_id, p.client_id, p.currency, p.exchange_rate) as rate) r
    cross join lateral (
      select net, app.worth_of_order(in_tenant, p.id) as worth
      from app.invoiced_of(in_tenant, p.id, p.currency, r.rate)
    ) i
    where p.tenant_id = in_tenant and p.id = any (in_ids)
      and (app.counts_in_budgets('procurement', p.status) or p.status = 'declined' and i.worth > 0)
  ) p
  join public.procurement_line l on l.tenant_id = in_tenant and l.procurement_id = p.id
  cross join lateral (select app.came_of(p.status, l.kind, l.quantity, l.quantity_received) as came) c
$$;
