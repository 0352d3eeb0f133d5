-- What the invoice may have taken, by cost center and account. Amounts of an order count at the order, either
-- `in_by_order` or if the invoice has no cost center; if only the invoice's head names the order, each part counts up
-- to the order's amount there.
create or replace function app.taken_parts(i public.invoice, in_by_order boolean)
returns table (cost_center_id bigint, ledger_account_id bigint, net numeric)
language sql stable set search_path to '' as $$
  with parts as (
    select coalesce(l.cost_center_id, i.cost_center_id) as center, coalesce(l.ledger_account_id, i.ledger_account_id) as account,
      o.id as line, coalesce(o.cost_center_id, p.cost_center_id) as order_center,
      coalesce(o.ledger_account_id, p.ledger_account_id) as order_account,
      p.id is not null and (in_by_order or coalesce(l.cost_center_id, i.cost_center_id) is null) as is_at_order,
      round(case when l.id is null then i.total_netto else coalesce(l.total_netto, 0) end * app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate), 2) as net
    from (select) as one
    left join public.invoice_line l on l.tenant_id = i.tenant_id and l.invoice_id = i.id
    left join public.procurement_line o on o.tenant_id = i.tenant_id and o.id = l.procurement_line_id
    left join public.procurement p on p.tenant_id = i.tenant_id and p.id = coalesce(o.procurement_id, i.procurement_id)
  )
  select center, account, net from parts where not is_at_order
  union all
  select order_center, order_account, net from parts where is_at_order and line is not null
  union all
  select coalesce(l.cost_center_id, p.cost_center_id), coalesce(l.ledger_account_id, p.ledger_account_id),
      least(round(sum(l.total_netto) * app.known_rate(p.tenant_id, p.client_id, p.currency, p.exchange_rate), 2), (select sum(net) from parts where is_at_order and line is null))
    from public.procurement p
    join public.procurement_line l on l.tenant_id = p.tenant_id and l.procurement_id = p.id
    where p.tenant_id = i.tenant_id and p.id = i.procurement_id and exists (select from parts where is_at_order and line is null)
    group by p.tenant_id, p.id, 1, 2
$$;
grant execute on function app.taken_parts(invoice, boolean) to writer;
