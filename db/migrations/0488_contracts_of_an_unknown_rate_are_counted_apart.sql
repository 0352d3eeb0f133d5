-- The currency of a cost that has no amount in the currency of the company, because its rate is unknown (PRICE-07).
alter table contract_month add column currency text;
