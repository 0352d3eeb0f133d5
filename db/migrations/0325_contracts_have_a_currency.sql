-- Contracts have a currency of their own and, where it is not the company's, a rate (PRICE-04, PRICE-07, CON-37).
alter table contract
  add column currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  add column exchange_rate numeric(16,6) check (exchange_rate > 0),
  add column rate_date date,
  add column rate_source text check (rate_source in ('document', 'typed', 'ecb'));
grant select (currency, exchange_rate, rate_date, rate_source) on contract to reader, reader_price;

-- Until now they were in the currency of their company.
update contract k set currency = c.currency from client c
  where c.tenant_id = k.tenant_id and c.id = k.client_id and c.currency <> k.currency;

-- function app.rate_day_of
-- function app.own_currency
create trigger own_currency before insert or update of client_id, currency, exchange_rate, rate_date, rate_source on contract
  for each row execute function app.own_currency();

-- Lists and sums count what contracts cost in a year (CON-37).
-- function app.yearly_netto
-- function app.moving_contract
select app.list_documents(k.tenant_id, 'contract', array_agg(k.id), false) from contract k group by k.tenant_id;
