-- Whether running contracts count in the budgets of their cost centers (DASH-09).
alter table client add column contracts_in_budgets boolean not null default false;
grant select (contracts_in_budgets) on client to reader, reader_price;

-- The cost of a running contract by month, where its company counts it in budgets: from the first interval whose invoices
-- are known until the earliest possible end. Orders and invoices are taken off when it is read (app.contract_rests).
create table contract_month (
  tenant_id bigint not null,
  contract_id bigint not null,
  -- The first counted day of the month.
  day date not null,
  cost_center_id bigint not null,
  ledger_account_id bigint,
  -- In company currency.
  net numeric(16,2) not null,
  primary key (tenant_id, contract_id, day),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete restrict
);
create index on contract_month (tenant_id, cost_center_id);
create index on contract_month (tenant_id, ledger_account_id) where ledger_account_id is not null;
call app.wall('contract_month', audited => false, readable => false);
create policy module_on on contract_month as restrictive for select to reader, reader_price
  using ((select app.is_on('contract')));

-- function app.renew_contract_months
create trigger renew_contract_months after insert on contract_state referencing new table as changed
  for each statement execute function app.renew_contract_months();
