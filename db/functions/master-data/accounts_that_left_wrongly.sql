-- Bookings of a tenant exported with trailing instead of leading zeros in an account of class 0, and not reversed
-- since (EXP-10).
create or replace function app.accounts_that_left_wrongly()
returns table (entry_id bigint, invoice_id bigint, run_number integer, left_as text, meant text)
language sql stable set search_path to '' as $$
  select distinct e.id, e.invoice_id, r.running_number, b.account,
    case when length(a.number) < 4 then rpad(lpad(a.number, 4, '0'), length(b.account), '0') else '0' || a.number end
  from public.invoice_export_entry e
  join public.invoice_export_run r on r.tenant_id = e.tenant_id and r.id = e.invoice_export_run_id
  join public.invoice i on i.tenant_id = e.tenant_id and i.id = e.invoice_id
  cross join lateral jsonb_to_recordset(e.bookings -> 'bookings') as b(account text)
  join public.ledger_account a on a.tenant_id = e.tenant_id and length(a.number) < length(b.account)
    and a.number !~ '^0' and rpad(a.number, length(b.account), '0') = b.account
    and (length(a.number) < 4 or exists (select from public.client_chart_account c
      where c.tenant_id = e.tenant_id and c.client_id = r.client_id and c.account = '0' || a.number
        and length(c.account) = length(b.account)))
    and (a.id = i.ledger_account_id
      or exists (select from public.invoice_line l where l.tenant_id = i.tenant_id and l.invoice_id = i.id and l.ledger_account_id = a.id))
  where e.tenant_id = app.tenant_id() and e.state = 'exported' and not e.is_reversal
    and not exists (select from public.invoice_export_entry v
      where v.tenant_id = e.tenant_id and v.reverses_entry_id = e.id and v.state = 'exported')
$$;
grant execute on function app.accounts_that_left_wrongly() to writer;
