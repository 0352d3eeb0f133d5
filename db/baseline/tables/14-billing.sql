create table tenant_additional_item (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  description text not null check (trim(description) <> '' and length(description) <= 255),
  net_amount numeric(14,2) not null,
  start_date date not null,
  end_date date,
  primary key (tenant_id, id),
  constraint tenant_additional_item_end_after_start check (end_date >= start_date)
);

create table tenant_tiered_price (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  -- From how many documents on the prices hold.
  quantity integer not null check (quantity >= 0),
  base_price numeric(14,2) not null check (base_price >= 0),
  unit_price numeric(14,4) not null check (unit_price >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, quantity) deferrable
);

-- What tenants are charged for is counted from facts, one row each: a document that was created, a number that was given to an
-- order or an invoice, the first reading of an invoice (OP-07). A fact is written in the transaction of what happened, on the day
-- that the tenant's clock shows, and stays when the document is gone.
create table billable_event (
  tenant_id bigint not null references tenant (id) on delete cascade,
  kind text not null check (kind in ('document', 'procurement', 'invoice', 'recognition')),
  source_kind text not null check (source_kind in ('procurement', 'invoice', 'contract')),
  source_id bigint not null,
  day date not null,
  primary key (tenant_id, kind, source_kind, source_id)
);
create index on billable_event (tenant_id, day, kind);

-- The invoices of the operator to tenants (OP-06, OP-09): one for each tenant and month, whatever happens. What is charged is frozen
-- when it begins, so that the invoice is the preview to the cent.
create table billing (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  month date not null check (extract(day from month) = 1),
  state text not null default 'open' check (state in ('open', 'done', 'refused', 'cancelling', 'cancelled')),
  is_automatic boolean not null,
  bill jsonb not null,
  net numeric(14,2) not null,
  gross numeric(14,2) not null,
  -- What the provider is told, with our key by which its document is found again.
  ordered jsonb not null,
  -- Null: no mail is sent, no direct debit is ordered.
  mail_to text,
  debit jsonb,
  -- Of the provider. Which document it is, is decided once: only this one is ever finished.
  document_id text,
  document_number text,
  provider_net numeric(14,2),
  provider_gross numeric(14,2),
  -- Why it does not go on, and the last step after which it may go on all the same.
  problem text,
  retried_after bigint not null default 0,
  due_at timestamptz not null default now(),
  -- Whoever works on it; a dead one is followed by another.
  leased_until timestamptz,
  lease integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What the invoice says of its direct debit: the day, the mandate, the creditor.
  announcement jsonb,
  debit_way text generated always as (
case
    when debit is null then 'bank'
    else 'provider'
end) stored,
  primary key (tenant_id, id),
  unique (tenant_id, month),
  unique (tenant_id, id, debit_way)
);
create index billing_due on billing (tenant_id, due_at) where state in ('open', 'cancelling');

-- Each attempt of a step, written before it leaves and after its answer came.
create table billing_step (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  billing_id bigint not null,
  step text not null check (step in ('draft', 'finish', 'mail', 'debit', 'cancel')),
  outcome text not null default 'begun' check (outcome in ('begun', 'done', 'unknown', 'later', 'refused')),
  message text,
  begun_at timestamptz not null,
  retry_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, billing_id) references billing (tenant_id, id) on delete cascade
);
create index on billing_step (tenant_id, billing_id, id);

create table direct_debit (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  billing_id bigint not null,
  debit_way text not null default 'bank' check (debit_way = 'bank'),
  -- Rejected: the bank has not carried it out. Returned: the money came, and went back.
  state text not null default 'collected' check (state in ('collected', 'rejected', 'returned')),
  file_id uuid not null,
  -- How many there are in the file: one that misses some is not given out again.
  file_count integer not null check (file_count > 0),
  format text not null,
  creditor jsonb not null,
  -- As the bank was told.
  collected jsonb not null,
  day date not null,
  amount numeric(14,2) not null check (amount > 0),
  made_at timestamptz not null,
  made_by text not null,
  last_use_before date,
  reason text check (length(reason) <= 200),
  ended_at timestamptz,
  ended_by text,
  primary key (tenant_id, id),
  constraint direct_debit_of_billing foreign key (tenant_id, billing_id) references billing (tenant_id, id) on delete cascade,
  constraint direct_debit_by_bank foreign key (tenant_id, billing_id, debit_way) references billing (tenant_id, id, debit_way) on delete cascade,
  constraint direct_debit_end check ((state = 'collected') = (ended_at is null))
);
-- No bill is collected a second time before the first one has failed.
create unique index direct_debit_once on direct_debit (tenant_id, billing_id) where state = 'collected';
create index on direct_debit (tenant_id, billing_id, id);
create index direct_debit_of_file on direct_debit (file_id);
