-- Amounts of an invoice by its own cost centers and accounts, in the currency of its company; null while its rate is
-- unknown.
create or replace function app.own_parts(i public.invoice) returns table (cost_center_id bigint, ledger_account_id bigint, net numeric)
language sql stable set search_path to '' as $$
  select coalesce(l.cost_center_id, i.cost_center_id), coalesce(l.ledger_account_id, i.ledger_account_id),
      round(sum(l.total_netto) * app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate), 2)
    from public.invoice_line l where l.tenant_id = i.tenant_id and l.invoice_id = i.id group by 1, 2
  union all
  select i.cost_center_id, i.ledger_account_id, round(i.total_netto * app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate), 2) where not exists (
    select from public.invoice_line l where l.tenant_id = i.tenant_id and l.invoice_id = i.id)
$$;
grant execute on function app.own_parts(invoice) to writer;
