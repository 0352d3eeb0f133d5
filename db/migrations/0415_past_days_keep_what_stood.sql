-- What an invoice was, from a day until the day before the next state: lists of a past day read it (DASH-07).
create table invoice_state (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  invoice_id bigint not null,
  since date not null,
  until date not null default 'infinity',
  recorded_at timestamptz not null default now(),
  -- Once its check is done, an invoice counts on its own date.
  is_checked boolean not null,
  status text not null,
  client_id bigint,
  department_id bigint,
  cost_center_id bigint,
  -- Its contract, or that of its order.
  contract_id bigint,
  invoice_date date,
  -- Amounts are in the currency of the company.
  currency text not null,
  net numeric(16,2) not null,
  exported_on date,
  discount_1_date date,
  discount_2_date date,
  -- The net share of the discounts.
  discount_1_net numeric not null,
  discount_2_net numeric not null,
  paid boolean not null,
  paid_on date,
  -- When the day of payment was known.
  paid_noted_on date,
  -- The first day on which this state is no longer open for accounting.
  open_until date not null generated always as (least(until, exported_on)) stored,
  -- The last day that something happens to the discount of this state.
  discounted_until date generated always as (greatest(discount_1_date, discount_2_date, paid_noted_on)) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete set null (client_id),
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete set null (department_id),
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete set null (cost_center_id),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete set null (contract_id)
);
create index on invoice_state (tenant_id, invoice_id, since);
create index on invoice_state (tenant_id, open_until, since);
create index on invoice_state (tenant_id, discounted_until, since) where discount_1_date is not null;
create index on invoice_state (tenant_id, client_id, invoice_date) where client_id is not null;
create index on invoice_state (tenant_id, department_id) where department_id is not null;
create index on invoice_state (tenant_id, cost_center_id) where cost_center_id is not null;
create index on invoice_state (tenant_id, contract_id) where contract_id is not null;
alter table invoice_state enable row level security, force row level security;
create policy module_on on invoice_state as restrictive for select to reader, reader_price
  using ((select app.is_on('invoice')));
create policy tenant_wall on invoice_state to writer
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));
create policy visible on invoice_state for select to reader, reader_price
  using (tenant_id = (select app.tenant_id()) and ((select app.sees_all('invoice')) or exists (
    select from invoice d where d.tenant_id = invoice_state.tenant_id and d.id = invoice_state.invoice_id)));
grant select on invoice_state to writer;
grant select (tenant_id, id, invoice_id, since, until, recorded_at, is_checked, status, client_id, department_id, cost_center_id, contract_id,
  invoice_date, currency, exported_on, discount_1_date, discount_2_date, paid, paid_on, paid_noted_on, open_until, discounted_until) on invoice_state to reader;
grant select on invoice_state to reader_price;

-- What a signed contract was, likewise.
create table contract_state (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  contract_id bigint not null,
  since date not null,
  until date not null default 'infinity',
  recorded_at timestamptz not null default now(),
  -- Terms, places and rate, see app.facts_of_contracts.
  facts jsonb not null,
  lines jsonb not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade
);
create index on contract_state (tenant_id, contract_id, since);
alter table contract_state enable row level security, force row level security;
create policy module_on on contract_state as restrictive for select to reader, reader_price
  using ((select app.is_on('contract')));
create policy tenant_wall on contract_state to writer
  using (tenant_id = (select app.tenant_id()))
  with check (tenant_id = (select app.tenant_id()));
create policy visible on contract_state for select to reader, reader_price
  using (tenant_id = (select app.tenant_id()) and ((select app.sees_all('contract')) or exists (
    select from contract d where d.tenant_id = contract_state.tenant_id and d.id = contract_state.contract_id)));
grant select on contract_state to writer;
grant select (tenant_id, id, contract_id, since, until, recorded_at, facts) on contract_state to reader;
grant select on contract_state to reader_price;

-- function app.facts_of_invoices
-- function app.keep_invoice_states
-- function app.facts_of_contracts
-- function app.keep_contract_states
select app.keep_invoice_states(tenant_id, array_agg(id)) from invoice group by tenant_id;
select app.keep_contract_states(tenant_id, array_agg(id)) from contract group by tenant_id;
