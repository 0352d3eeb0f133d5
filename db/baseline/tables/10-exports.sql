-- Every export of invoices is a run (EXP-23). What it does with each invoice stands in an entry, which is settled in the
-- transaction that forwards the invoice: whatever breaks down, an invoice has left exactly where its entry says so.
create table invoice_export_run (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  running_number integer not null check (running_number > 0),
  client_id bigint not null,
  target text not null check (target in ('datev', 'datev-csv', 'ms365')),
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'withdrawn')),
  closed_period text not null default 'first_open_day' check (closed_period in ('first_open_day', 'refuse')),
  from_day date,
  to_day date,
  includes_exported boolean not null default false,
  job_id bigint,
  started_by_id bigint,
  started_at timestamptz not null default now(),
  -- Another run of the company may begin where this one gives no sign of life any more (EXP-06).
  alive_at timestamptz not null default now(),
  ended_at timestamptz,
  exported_count integer not null default 0,
  failed_count integer not null default 0,
  -- Gross, in the currency of the company.
  control_total numeric(16,2) not null default 0,
  withdrawn_by_id bigint,
  withdrawn_reason text check (length(withdrawn_reason) <= 1000),
  -- When an export was taken back as a whole (EXP-23).
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, running_number),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict,
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete set null (job_id),
  foreign key (tenant_id, started_by_id) references lb_user (tenant_id, id) on delete set null (started_by_id),
  foreign key (tenant_id, withdrawn_by_id) references lb_user (tenant_id, id) on delete set null (withdrawn_by_id),
  constraint invoice_export_run_check check ((state = 'running') = (ended_at is null)),
  constraint invoice_export_run_withdrawn_check check (state <> 'withdrawn' or withdrawn_at is not null and withdrawn_reason is not null)
);
create unique index invoice_export_run_running on invoice_export_run (tenant_id, client_id) where state = 'running';
create index on invoice_export_run (tenant_id, client_id, id desc);
create index on invoice_export_run (tenant_id, started_by_id);
create index on invoice_export_run (tenant_id, withdrawn_by_id);
create index on invoice_export_run (tenant_id, job_id);

create table invoice_export_entry (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  invoice_export_run_id bigint not null,
  invoice_id bigint not null,
  -- `sending` while the target may have it already and has not said so.
  state text not null default 'pending',
  -- It takes back what left before (EXP-24).
  is_reversal boolean not null default false,
  booked_on date,
  -- In the currency of the invoice.
  gross numeric(14,2),
  currency text,
  -- The same in the currency of the company.
  control_amount numeric(14,2),
  -- Under which the target knows it.
  reference text,
  -- What left, as it left: later runs and reversals tell the same.
  bookings jsonb,
  -- Why it did not leave: a refusal.
  problem jsonb,
  ended_at timestamptz,
  invoice_export_transfer_id bigint,
  -- What stands in the books is to be taken back with the next run.
  awaits_reversal boolean not null default false,
  reverses_entry_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice_export_run_id) references invoice_export_run (tenant_id, id) on delete cascade,
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, reverses_entry_id) references invoice_export_entry (tenant_id, id) on delete cascade,
  -- `uncertain` where the target does not say whether it has booked: a person looks there and says so.
  constraint invoice_export_entry_state_check check (state in ('pending', 'sending', 'uncertain', 'exported', 'failed', 'withdrawn')),
  constraint invoice_export_entry_ended check ((state in ('pending', 'sending', 'uncertain')) = (ended_at is null)),
  constraint invoice_export_entry_problem check ((state in ('failed', 'uncertain')) = (problem is not null)),
  constraint invoice_export_entry_reverses check (is_reversal = (reverses_entry_id is not null)),
  constraint invoice_export_entry_awaits check (not (awaits_reversal and is_reversal))
);
create index on invoice_export_entry (tenant_id, invoice_id);
create index on invoice_export_entry (tenant_id, invoice_export_transfer_id) where invoice_export_transfer_id is not null;
-- An invoice that left several times is taken back several times, in one run too.
create unique index invoice_export_entry_of_run on invoice_export_entry
  (tenant_id, invoice_export_run_id, invoice_id, reverses_entry_id) nulls not distinct;
create unique index invoice_export_entry_open on invoice_export_entry (tenant_id, invoice_id)
  where state in ('pending', 'sending', 'uncertain') and not is_reversal;
-- What left is taken back once, and on its way once at a time.
create unique index invoice_export_entry_reversed on invoice_export_entry (tenant_id, reverses_entry_id)
  where state not in ('failed', 'withdrawn');
create index on invoice_export_entry (tenant_id, reverses_entry_id) where reverses_entry_id is not null;
create index invoice_export_entry_waits on invoice_export_entry (tenant_id, id) where awaits_reversal;
create index invoice_export_entry_booked on invoice_export_entry (tenant_id, booked_on, invoice_id) where booked_on is not null;

create table invoice_export_file (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  invoice_export_run_id bigint not null,
  file_id uuid not null,
  -- Bookings as the target reads them, and the documents that belong to them.
  content text not null check (content in ('bookings', 'documents')),
  from_day date not null,
  to_day date not null,
  -- Documents that are too many for one file are in several.
  part integer not null default 1,
  booking_count integer not null default 0,
  primary key (tenant_id, id),
  constraint invoice_export_file_tenant_id_invoice_export_run_id_content_key unique (tenant_id, invoice_export_run_id, content, from_day, part),
  foreign key (tenant_id, invoice_export_run_id) references invoice_export_run (tenant_id, id) on delete restrict,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict
);
create index on invoice_export_file (tenant_id, file_id);

-- What leaves together: a job of DATEV, a journal of Dynamics 365.
create table invoice_export_transfer (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  invoice_export_run_id bigint not null,
  -- What its invoices have in common, such as their month.
  group_key text not null check (length(group_key) <= 100),
  -- `open` while invoices are added to it.
  state text not null default 'open' check (state in ('open', 'sending', 'ended')),
  -- Under which the target knows it; kept before anything is sent that counts.
  reference text check (length(reference) <= 200),
  -- From here on the target may have booked, whatever it has answered.
  is_handed_over boolean not null default false,
  -- What the target says of it.
  protocol jsonb,
  -- The worker that sends it, as long as it gives signs of life.
  taken_by uuid,
  alive_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice_export_run_id) references invoice_export_run (tenant_id, id) on delete cascade,
  constraint invoice_export_transfer_check check ((state = 'ended') = (ended_at is not null))
);
create unique index invoice_export_transfer_open on invoice_export_transfer (tenant_id, invoice_export_run_id, group_key)
  where state = 'open';
create index on invoice_export_transfer (tenant_id, invoice_export_run_id);

-- The product's access to a system of bookkeeping: one per company at DATEV, where people agree for single companies, one
-- per tenant at Microsoft (EXP-07, EXP-14, SET-05).
create table accounting_connection (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  system text not null check (system in ('datev', 'ms365')),
  client_id bigint,
  state text not null default 'active' check (state in ('active', 'inactive')),
  -- The code of the refusal that has ended it.
  problem text check (length(problem) <= 100),
  -- Adviser and company there, such as `455148-1`.
  datev_client_id text check (datev_client_id ~ '^[0-9]{1,7}-[0-9]{1,5}$'),
  -- Into which invoices go there.
  ledger_folder text check (length(ledger_folder) <= 255),
  -- Account length and fiscal years as the system tells them (EXP-11).
  basics jsonb,
  refresh_token bytea,
  access_token bytea,
  access_until timestamptz,
  connected_until timestamptz,
  connected_by_id bigint,
  connected_at timestamptz not null default now(),
  -- When the administrators were told that it ends.
  warned_at timestamptz,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, system, client_id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, connected_by_id) references lb_user (tenant_id, id) on delete set null (connected_by_id),
  constraint accounting_connection_check check ((system = 'datev') = (client_id is not null)),
  constraint accounting_connection_check1 check (system = 'datev' or datev_client_id is null)
);
create index on accounting_connection (tenant_id, client_id);
create index on accounting_connection (tenant_id, connected_by_id);

-- A sign-in at such a system that has begun: what comes back with its state belongs to this person and company (NAV-21).
create table accounting_sign_in (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  state_digest bytea not null check (length(state_digest) = 32),
  system text not null check (system in ('datev', 'ms365')),
  client_id bigint,
  datev_client_id text check (datev_client_id ~ '^[0-9]{1,7}-[0-9]{1,5}$'),
  lb_user_id bigint not null,
  -- Of PKCE.
  verifier bytea not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, state_digest),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on accounting_sign_in (tenant_id, client_id);
create index on accounting_sign_in (tenant_id, lb_user_id);
create index on accounting_sign_in (expires_at);

-- EXP-25: files of creditors that were written for the accounting of a company.
create table invoice_creditor_file (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  client_id bigint not null,
  file_id uuid not null,
  creditor_count integer not null check (creditor_count > 0),
  exported_by_id bigint,
  exported_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict,
  foreign key (tenant_id, exported_by_id) references lb_user (tenant_id, id) on delete set null (exported_by_id)
);
create index on invoice_creditor_file (tenant_id, client_id, id desc);
create index on invoice_creditor_file (tenant_id, file_id);
create index on invoice_creditor_file (tenant_id, exported_by_id);

-- As what the accounting of a company knows its creditors: the hash of the row that was written or read last. Moments would
-- miss what was being changed while a file was written.
create table invoice_known_creditor (
  tenant_id bigint not null references tenant (id) on delete cascade,
  client_id bigint not null,
  supplier_id bigint not null,
  content bytea not null,
  primary key (tenant_id, client_id, supplier_id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete cascade
);
create index on invoice_known_creditor (tenant_id, supplier_id);

-- Keys of earlier tables that point here.
alter table invoice_export_entry add foreign key (tenant_id, invoice_export_transfer_id) references invoice_export_transfer(tenant_id, id) on delete restrict;
