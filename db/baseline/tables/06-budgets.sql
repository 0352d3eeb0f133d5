create table budget (
  tenant_id bigint not null,
  id bigint generated always as identity,
  cost_center_id bigint not null,
  ledger_account_id bigint,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  value numeric(14,2) not null,
  start date not null,
  "end" date not null,
  not_allocated boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete restrict,
  constraint budget_end_after_start check ("end" >= start),
  constraint budget_one_scope check (not (not_allocated and ledger_account_id is not null)),
  -- BUD-01: no two active budgets of one scope at the same time.
  constraint budget_no_overlap exclude using gist (tenant_id with =, cost_center_id with =, coalesce(ledger_account_id, 0::bigint) with =, (not_allocated::integer) with =, daterange(start, "end", '[]') with &&) where (active)
);

-- What documents count in the budgets (BUD-03, BUD-04) is kept as rows by cost center and day, written with the rows of
-- the lists at the end of each transaction. An approval adds them up from one index while others wait for the cost
-- center.
create table budget_amount (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  -- The order, or that of the invoice.
  procurement_id bigint,
  -- Null for what an order counts itself.
  invoice_id bigint,
  cost_center_id bigint not null,
  ledger_account_id bigint,
  day date not null,
  -- False while somebody still decides whether the order is made.
  is_decided boolean not null,
  -- In company currency, not rounded.
  net numeric not null,
  -- What of an order is not invoiced yet is committed; the rest of what it counts is invoiced (BUD-04, DASH-04).
  committed numeric not null,
  primary key (tenant_id, id),
  constraint budget_amount_tenant_id_procurement_id_invoice_id_cost_cent_key unique nulls not distinct (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id),
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete restrict
);
create index on budget_amount (tenant_id, invoice_id) where invoice_id is not null;
create index on budget_amount (tenant_id, ledger_account_id) where ledger_account_id is not null;
create index budget_amount_counted on budget_amount (tenant_id, cost_center_id, day)
  include (ledger_account_id, procurement_id, invoice_id, is_decided, net, committed);
