-- Whether a credit note gives back (INV-31, BUD-04): once approved, while the corrected invoice counts, and only to
-- cost centers charged by it.
create or replace function app.gives_back(i public.invoice) returns boolean
language sql stable set search_path to '' as $$
  select i.status in ('accounting', 'export', 'completed')
    and (i.corrects_invoice_id is null or exists (
      select from public.invoice c where c.tenant_id = i.tenant_id and c.id = i.corrects_invoice_id
        and app.counts_in_budgets('invoice', c.status)))
    and not exists (select from app.given_beyond(i, false))
    and coalesce((
      select abs((r.covered ->> 'value')::numeric) >= abs(round(
          case r.covered ->> 'basis' when 'gross' then i.total_brutto else i.total_netto end * app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate), 2))
        from public.approval_record r
        where r.tenant_id = i.tenant_id and r.invoice_id = i.id and r.state <> 'asked' order by r.id desc limit 1), true)
$$;
grant execute on function app.gives_back(invoice) to writer;
