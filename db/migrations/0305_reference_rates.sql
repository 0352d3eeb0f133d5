-- The reference rates of the ECB, one list for the installation (PRICE-07): units of a currency for one euro, as published.
create table reference_rate (
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'EUR'),
  day date not null,
  per_euro numeric(18, 6) not null check (per_euro > 0),
  primary key (currency, day)
);
alter table reference_rate enable row level security;
alter table reference_rate force row level security;
grant select on reference_rate to writer;
grant select, insert, update on reference_rate to gate;
create policy everybody on reference_rate to writer, gate using (true) with check (true);

-- function app.reference_rate

alter table procurement drop constraint procurement_rate_source_check;
alter table procurement add constraint procurement_rate_source_check check (rate_source in ('document', 'typed', 'ecb'));
alter table invoice drop constraint invoice_rate_source_check;
alter table invoice add constraint invoice_rate_source_check check (rate_source in ('document', 'typed', 'ecb'));

-- function app.rate_day_of
-- function app.rate_day_of
-- function app.own_currency
drop trigger own_currency on invoice;
create trigger own_currency before insert or update of client_id, currency, exchange_rate, rate_date, rate_source, invoice_date, vat_due_date
  on invoice for each row execute function app.own_currency();
drop trigger own_currency on procurement;
create trigger own_currency before insert or update of client_id, currency, exchange_rate, rate_date, rate_source on procurement
  for each row execute function app.own_currency();
