-- Product, product group, marketplace and company answer account, cost center and tax of a line, as suppliers do (PROC-39).
alter table product add column ledger_account_id bigint,
  add foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete set null (ledger_account_id);
alter table product_group
  add column ledger_account_id bigint,
  add column cost_center_id bigint,
  add column tax numeric(4,2) check (tax >= 0 and tax <= 99.99),
  add foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete set null (ledger_account_id),
  add foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete set null (cost_center_id);
alter table marketplace
  add column ledger_account_id bigint,
  add column cost_center_id bigint,
  add column tax numeric(4,2) check (tax >= 0 and tax <= 99.99),
  add foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete set null (ledger_account_id),
  add foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete set null (cost_center_id);
alter table client add column default_ledger_account_id bigint,
  add foreign key (tenant_id, default_ledger_account_id) references ledger_account (tenant_id, id)
    on delete set null (default_ledger_account_id);
grant select (ledger_account_id) on product to reader, reader_price;
grant select (ledger_account_id, cost_center_id, tax) on product_group to reader, reader_price;
grant select (ledger_account_id, cost_center_id, tax) on marketplace to reader, reader_price;
grant select (default_ledger_account_id) on client to reader, reader_price;
