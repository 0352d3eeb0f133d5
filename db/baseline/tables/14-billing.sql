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
  -- The number of documents from which the prices apply.
  quantity integer not null check (quantity >= 0),
  base_price numeric(14,2) not null check (base_price >= 0),
  unit_price numeric(14,4) not null check (unit_price >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, quantity) deferrable
);

-- Tenants are charged by facts, one row each: a created document, a number assigned to an order or an invoice, the
-- first reading of an invoice (OP-07). A fact is written in the event's transaction, with the day in the tenant's
-- time zone, and stays when the document is deleted.
create table billable_event (
  tenant_id bigint not null references tenant (id) on delete cascade,
  kind text not null check (kind in ('document', 'procurement', 'invoice', 'recognition')),
  source_kind text not null check (source_kind in ('procurement', 'invoice', 'contract')),
  source_id bigint not null,
  day date not null,
  primary key (tenant_id, kind, source_kind, source_id)
);
create index on billable_event (tenant_id, day, kind);

-- The operator's invoices to tenants (OP-06, OP-09): exactly one for each tenant and month. The charges are frozen at
-- the start, so that the invoice equals the preview.
create table billing (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  month date not null check (extract(day from month) = 1),
  state text not null default 'open' check (state in ('open', 'done', 'refused', 'cancelling', 'cancelled')),
  is_automatic boolean not null,
  bill jsonb not null,
  net numeric(14,2) not null,
  gross numeric(14,2) not null,
  -- Data sent to the provider, with our key for finding its document.
  ordered jsonb not null,
  -- Null: no mail is sent, no direct debit is ordered.
  mail_to text,
  debit jsonb,
  -- The provider's. Decided once: only this document is ever finished.
  document_id text,
  document_number text,
  provider_net numeric(14,2),
  provider_gross numeric(14,2),
  -- Why it is blocked, and the last step after which it may continue nevertheless.
  problem text,
  retried_after bigint not null default 0,
  due_at timestamptz not null default now(),
  -- The current worker; a dead one is replaced.
  leased_until timestamptz,
  lease integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The direct debit announced on the invoice: day, mandate, creditor.
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

-- Each attempt of a step, written before sending and after the answer.
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
  -- Rejected: the bank has not carried it out. Returned: the money was received and sent back.
  state text not null default 'collected' check (state in ('collected', 'rejected', 'returned')),
  file_id uuid not null,
  -- Number of debits in the file: an incomplete file is not handed out again.
  file_count integer not null check (file_count > 0),
  format text not null,
  creditor jsonb not null,
  -- As sent to the bank.
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
-- A bill is not collected again before the first attempt has failed.
create unique index direct_debit_once on direct_debit (tenant_id, billing_id) where state = 'collected';
create index on direct_debit (tenant_id, billing_id, id);
create index direct_debit_of_file on direct_debit (file_id);
