-- EXP-10: the accounts of the chart of a company (EXTF 20), as they were imported last. Accounts are typed without leading zeros
-- (VAL-31), and of a number with one digit less than the company's have, these alone tell at which end a zero is missing.
create table client_chart_account (
  tenant_id bigint not null references tenant (id) on delete cascade,
  client_id bigint not null,
  account text not null check (account ~ '^\d{1,9}$'),
  primary key (tenant_id, client_id, account),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade
);
call app.wall('client_chart_account', readable => false, audited => false);
create policy module_on on client_chart_account as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

-- 0420 and 420 are one account: imports wrote the first beside the second. Where both are there, the one that nobody can edit goes
-- out of use.
update ledger_account a set number = ltrim(a.number, '0')
  where a.number ~ '^0+[1-9]' and not exists (
    select from ledger_account o where o.tenant_id = a.tenant_id and o.number = ltrim(a.number, '0'));
update ledger_account set active = false where number ~ '^0+[1-9]' and active;

-- Bookings of a tenant that left with zeros behind an account of class 0 instead of before it, and were not taken back since (EXP-10).
create function app.accounts_that_left_wrongly()
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
  where e.tenant_id = app.tenant_id() and r.target in ('datev', 'datev-csv') and e.state = 'exported' and not e.is_reversal
    and not exists (select from public.invoice_export_entry v
      where v.tenant_id = e.tenant_id and v.reverses_entry_id = e.id and v.state = 'exported')
$$;
revoke execute on function app.accounts_that_left_wrongly() from public;
grant execute on function app.accounts_that_left_wrongly() to writer;
