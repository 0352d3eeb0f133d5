-- The amounts of contracts until the end of a day: invoiced directly and through orders, committed by orders, and
-- received without an invoice; in the currency of the company, or the contract's own while its rate is unknown.
-- Independent of the invoices and orders that the reader sees. As in budgets (`app.counted_share`), a credit note counts
-- once approved, and a final invoice less its prepayments, both as they were on the day (DASH-09, BUD-04, INV-22,
-- INV-31).
create or replace function app.charged_of_contracts(in_contracts bigint[], in_day date)
returns table (contract_id bigint, invoiced numeric, first_invoiced_on date, called_off numeric, received numeric)
language sql stable security definer set search_path to '' as $$
  select k.id, coalesce(i.net, 0), i.first_day, coalesce(o.committed, 0), coalesce(o.received, 0)
  from public.contract k
  left join public.client c on c.tenant_id = k.tenant_id and c.id = k.client_id
  cross join lateral (
    select case when k.exchange_rate is null then k.currency else coalesce(c.currency, k.currency) end as name) currency
  left join lateral (
    select min(v.invoice_date) as first_day, sum(case
        when v.net < 0 then case when v.status in ('accounting', 'export', 'completed') then v.net else 0 end
        when f.id is null then v.net
        else greatest(0, v.net - app.prepaid_on(f.id, in_day)) end) as net
    from public.invoice_state v
    left join public.invoice f on f.tenant_id = v.tenant_id and f.id = v.invoice_id and f.document_type = 'final'
    where v.tenant_id = app.tenant_id() and v.contract_id = k.id and v.currency = currency.name and v.since <= in_day and v.until > in_day
      and v.invoice_date <= in_day and app.counts_in_budgets('invoice', v.status)) i on true
  left join lateral (
    select sum(f.committed) as committed, sum(greatest(0, f.received - f.invoiced)) as received
    from (
      select m.line, coalesce(sum(m.net) filter (where m.kind = 'ordered'), 0) as ordered,
        coalesce(sum(m.net) filter (where m.kind = 'received'), 0) as came, coalesce(sum(m.net) filter (where m.kind = 'ended'), 0) as ended,
        coalesce(sum(m.net) filter (where m.kind = 'invoiced'), 0) as charged
      from public.procurement p
      join public.order_movement m on m.tenant_id = p.tenant_id and m.procurement_id = p.id
      where p.tenant_id = app.tenant_id() and p.contract_id = k.id and m.currency = currency.name and m.day <= in_day
      group by m.line
    ) m
    cross join lateral app.line_figures(m.ordered, m.came, m.ended, m.charged) f) o on true
  where k.tenant_id = app.tenant_id() and k.id = any (in_contracts)
$$;
grant execute on function app.charged_of_contracts(bigint[], date) to reader_price, writer;
