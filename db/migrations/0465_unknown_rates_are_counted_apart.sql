-- Amounts of an unknown rate were counted on budgets, orders and lists at the rate 1; now no sum of the company's
-- currency contains them (PRICE-04, PRICE-07).
-- function app.known_rate
-- function app.in_currency
-- function app.shares_of_orders
-- function app.invoiced_of
-- function app.gives_back
-- function app.own_parts
-- function app.taken_parts
-- function app.charged_of_orders
-- function app.amounts_of_orders
-- function app.amounts_of_invoices
-- function app.keep_budget_amounts
-- function app.take_open_value
-- function app.facts_of_invoices
-- function app.keep_invoice_states
-- function app.facts_of_contracts
-- function app.keep_contract_states
-- function app.lines_of_orders
-- function app.charges_of_orders
-- function app.keep_order_movements
update procurement p set open_value = p.total_netto - i.net
  from document d cross join lateral app.orders_of_invoices(d.tenant_id, array[d.id]) as o (id)
    join procurement t on t.tenant_id = d.tenant_id and t.id = o.id
    cross join lateral app.invoiced_of(t.tenant_id, t.id, t.currency,
      app.known_rate(t.tenant_id, t.client_id, t.currency, t.exchange_rate)) i
  where d.kind = 'invoice' and d.currency <> d.company_currency and d.company_netto is null
    and p.tenant_id = t.tenant_id and p.id = t.id and p.open_value is distinct from p.total_netto - i.net;
select app.keep_budget_amounts(tenant_id, kind, ids), app.keep_states(tenant_id, kind, ids), app.keep_order_movements(tenant_id, kind, ids)
  from (
    select d.tenant_id, d.kind, array_agg(d.id) as ids from document d
    where d.currency <> d.company_currency and d.company_netto is null group by d.tenant_id, d.kind
  ) unrated;
