create table contract (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  timeline_id bigint not null,
  creator_id bigint not null,
  name text collate app.german check (length(name) <= 255),
  contract_date date,
  contract_number integer,
  contract_number_formatted text,
  external_contract_number text check (length(external_contract_number) <= 60),
  category text check (category in ('service', 'subscription', 'license', 'maintenance', 'consulting', 'leasing', 'rental', 'support', 'other')),
  status text not null default 'pending' check (status in ('active', 'inactive', 'cancelled', 'expired', 'pending', 'completed', 'check', 'clearing', 'signature', 'contract-approval', 'incorporated')),
  type text check (type in ('single_invoice', 'recurring_invoice', 'recurring_contract')),
  notes text check (length(notes) <= 4000),
  payment_method text check (payment_method in ('bank_transfer', 'direct_debit', 'credit_card', 'cash', 'invoice', 'other')),
  payment_direction text check (payment_direction in ('incoming', 'outgoing', 'both')),
  payment_timing text check (payment_timing in ('advance', 'postpaid', 'midterm')),
  usage_type text check (usage_type in ('usage_based', 'monthly', 'quarterly', 'semiannually', 'yearly')),
  recurring_invoice boolean not null default false,
  responsible_id bigint,
  client_id bigint,
  department_id bigint,
  cost_center_id bigint,
  supplier_id bigint,
  ledger_account_id bigint,
  term_type text check (term_type in ('fixed', 'indefinite', 'none')),
  start_date date,
  end_date date,
  duration integer check (duration between 1 and 999),
  duration_unit_type text check (duration_unit_type in ('month', 'quarter', 'semester', 'year', 'week')),
  -- Counts in duration_unit_type (CON-14).
  min_duration integer check (min_duration between 1 and 999),
  renewal_type text check (renewal_type in ('auto', 'none', 'once')),
  renewal_duration integer check (renewal_duration between 1 and 999),
  renewal_duration_unit_type text check (renewal_duration_unit_type in ('month', 'quarter', 'semester', 'year', 'week')),
  renewals_done integer not null default 0 check (renewals_done >= 0),
  notice_period integer check (notice_period between 1 and 999),
  notice_period_unit_type text check (notice_period_unit_type in ('month', 'quarter', 'semester', 'year', 'week')),
  notice_workdays integer check (notice_workdays between 0 and 10),
  termination_to text check (termination_to in ('none', 'day', 'year_end', 'half_year_end', 'quarter_end', 'month_end', 'week_end')),
  termination_special_right text check (length(termination_special_right) <= 4000),
  termination_deadline date,
  next_possible_contract_end date,
  notice_sent_on date,
  -- The day of receipt, which decides (CON-28).
  terminated_on date,
  termination_confirmed_on date,
  reminder_date date,
  reminder_days_before integer check (reminder_days_before between 0 and 999),
  total_netto numeric(14,2) not null default 0,
  search_text text generated always as (app.search_text(variadic array[app.number_words(contract_number_formatted), contract_number_formatted, name, external_contract_number, notes])) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  legal_hold text check (length(legal_hold) between 1 and 2000),
  -- A contract that was given notice of may end when both agree, and its reminder stands where somebody typed it
  -- (CON-10, CON-25). The end that was typed instead of a duration stays while renewals move the end on (CON-15).
  agreed_end date,
  first_end date,
  notice_form text check (notice_form in ('letter', 'email', 'fax', 'portal', 'in_person')),
  is_reminder_typed boolean not null default false,
  -- For which of its days somebody was reminded of a contract: once for each (CON-25).
  reminded_for date,
  -- A signed contract changes only by amendment (CON-38): a contract of its own that names the one it changes. Signed, it is
  -- incorporated: what it says is then said by the contract in force, and it is read but no longer acted upon.
  amends_id bigint,
  primary key (tenant_id, id),
  unique (tenant_id, timeline_id),
  constraint contract_number_key unique (tenant_id, contract_number),
  foreign key (tenant_id, timeline_id) references timeline (tenant_id, id) on delete restrict,
  foreign key (tenant_id, creator_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, responsible_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict,
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete restrict,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete restrict,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete restrict,
  foreign key (tenant_id, amends_id) references contract (tenant_id, id) on delete set null (amends_id)
);
create index on contract (tenant_id, created_at desc, id desc);
create index on contract (tenant_id, status, created_at desc, id desc);
create index on contract (tenant_id, client_id, created_at desc);
create index on contract (tenant_id, department_id, created_at desc);
create index on contract (tenant_id, cost_center_id, created_at desc);
create index on contract (tenant_id, supplier_id, created_at desc);
create index on contract (tenant_id, ledger_account_id, created_at desc);
create index on contract (tenant_id, creator_id, created_at desc);
create index on contract (tenant_id, responsible_id);
create index on contract (tenant_id, name, id);
create index on contract (tenant_id, end_date, id);
create index on contract (tenant_id, termination_deadline, id);
create index contract_search on contract using gin (tenant_id, search_text gin_trgm_ops);
create index contract_reminders on contract (tenant_id, reminder_date) where reminded_for is distinct from reminder_date;
-- The days of a calendar are read from the nearest one on, as those of deadlines and ends already can be.
create index on contract (tenant_id, reminder_date, id);
-- Notices that nobody has confirmed, by the day on which they arrived (CON-28).
create index contract_unconfirmed on contract (tenant_id, terminated_on)
  where terminated_on is not null and termination_confirmed_on is null;
create index on contract (tenant_id, amends_id) where amends_id is not null;
-- One at a time, so that each is read against what it changes.
create unique index contract_open_amendment on contract (tenant_id, amends_id)
  where amends_id is not null and status not in ('cancelled', 'incorporated');

create table contract_line (
  tenant_id bigint not null,
  id bigint generated always as identity,
  contract_id bigint not null,
  sort_no integer not null default 0,
  name text check (length(name) <= 255),
  type text check (type in ('service', 'product', 'license', 'maintenance', 'subscription', 'other')),
  item_number text check (length(item_number) <= 60),
  quantity numeric(14,3) check (quantity > 0),
  unit text check (length(unit) <= 30),
  tax numeric(4,2) check (tax between 0 and 99.99),
  total numeric(14,2) not null default 0,
  usage_type text check (usage_type in ('usage_based', 'monthly', 'quarterly', 'semiannually', 'yearly')),
  image_url text check (image_url ~ '^https?://'),
  webshop_url text check (webshop_url ~ '^https?://'),
  offer_number text check (length(offer_number) <= 60),
  offer_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade
);
create index on contract_line (tenant_id, contract_id, sort_no);

create table contract_reminder (
  tenant_id bigint not null,
  id bigint generated always as identity,
  contract_id bigint not null,
  type text not null check (type in ('contract_end', 'cancellation_notice', 'invoice_missing', 'custom')),
  reminder_date date,
  days_before integer,
  lb_user_id bigint,
  note text check (length(note) <= 2000),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Through which day it was looked whether a reminder is due: a job that missed some days makes up for them, and one that
  -- runs twice finds nothing. Null where that has to be found out anew.
  checked_on date,
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete restrict,
  constraint contract_reminder_days_before_check1 check (days_before between 0 and 999)
);
create index on contract_reminder (tenant_id, contract_id);
create index on contract_reminder (tenant_id, lb_user_id);
create index contract_reminder_unchecked on contract_reminder (tenant_id, checked_on nulls first, id);

-- The terms as they stood before each change (CON-02).
create table contract_term (
  tenant_id bigint not null,
  id bigint generated always as identity,
  contract_id bigint not null,
  valid_from date not null,
  lb_user_id bigint not null,
  term_type text check (term_type in ('fixed', 'indefinite', 'none')),
  start_date date,
  end_date date,
  duration integer check (duration between 1 and 999),
  duration_unit_type text check (duration_unit_type in ('month', 'quarter', 'semester', 'year', 'week')),
  min_duration integer check (min_duration between 1 and 999),
  renewal_type text check (renewal_type in ('auto', 'none', 'once')),
  renewal_duration integer check (renewal_duration between 1 and 999),
  renewal_duration_unit_type text check (renewal_duration_unit_type in ('month', 'quarter', 'semester', 'year', 'week')),
  notice_period integer check (notice_period between 1 and 999),
  notice_period_unit_type text check (notice_period_unit_type in ('month', 'quarter', 'semester', 'year', 'week')),
  notice_workdays integer check (notice_workdays between 0 and 10),
  termination_to text check (termination_to in ('none', 'day', 'year_end', 'half_year_end', 'quarter_end', 'month_end', 'week_end')),
  termination_special_right text check (length(termination_special_right) <= 4000),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete restrict
);
create index on contract_term (tenant_id, contract_id, id);
create index on contract_term (tenant_id, lb_user_id);

-- A person's calendar of the contracts that he sees, at an address that only he knows (CON-30). The secret of the address is
-- kept as a digest; whoever asks with it has no session, so that the gate looks for it.
create table contract_calendar (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (tenant_id, id),
  unique (token_hash),
  unique (tenant_id, lb_user_id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);

-- What somebody was reminded of and is to decide about: one row for each day of a reminder, however often the job runs.
create table contract_due_reminder (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  contract_id bigint not null,
  -- Null for the reminder of the contract itself, and for a notice that nobody has confirmed.
  contract_reminder_id bigint,
  type text not null check (type in ('contract_end', 'cancellation_notice', 'invoice_missing', 'custom', 'termination_unconfirmed')),
  day date not null,
  -- The time without an invoice.
  interval_from date,
  interval_to date,
  created_at timestamptz not null default now(),
  acknowledged_at timestamptz,
  acknowledged_by_id bigint,
  decision text check (decision in ('keep', 'renegotiate', 'terminate', 'noted')),
  primary key (tenant_id, id),
  constraint contract_due_reminder_once unique nulls not distinct (tenant_id, contract_id, contract_reminder_id, type, day),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_reminder_id) references contract_reminder (tenant_id, id) on delete cascade,
  foreign key (tenant_id, acknowledged_by_id) references lb_user (tenant_id, id) on delete restrict,
  constraint contract_due_reminder_is_decided check ((acknowledged_at is null) = (decision is null)),
  constraint contract_due_reminder_interval check ((type = 'invoice_missing') = (interval_from is not null and interval_to is not null))
);
create index contract_due_reminder_open on contract_due_reminder (tenant_id, contract_id) where acknowledged_at is null;
create index on contract_due_reminder (tenant_id, contract_reminder_id) where contract_reminder_id is not null;
create index on contract_due_reminder (tenant_id, acknowledged_by_id) where acknowledged_by_id is not null;

-- The letter of a notice as it was decided, and what became of it (CON-31).
create table contract_letter (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  contract_id bigint not null,
  channel text not null check (channel in ('email', 'post')),
  -- Null: that of the partner.
  language text check (language ~ '^[a-z]{2}$'),
  state text not null default 'pending' check (state in ('pending', 'sent', 'posted', 'failed', 'uncertain', 'withdrawn')),
  failure text check (failure in ('mail_refused', 'interrupted')),
  failure_reason text check (length(failure_reason) <= 500),
  recipient text check (length(recipient) <= 254),
  written_on date not null,
  -- The last day on which it may arrive; null where that was agreed, or the contract has no term.
  receipt_by date,
  ends_on date not null,
  job_id bigint,
  file_id uuid,
  created_by_id bigint not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete set null (job_id),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict,
  foreign key (tenant_id, created_by_id) references lb_user (tenant_id, id) on delete restrict,
  constraint contract_letter_has_recipient check ((channel = 'email') = (recipient is not null)),
  constraint contract_letter_is_settled check ((state = 'pending') = (settled_at is null))
);
create unique index contract_letter_on_its_way on contract_letter (tenant_id, contract_id) where state = 'pending';
create index on contract_letter (tenant_id, contract_id, id);
create index on contract_letter (tenant_id, job_id) where job_id is not null;
create index on contract_letter (tenant_id, file_id) where file_id is not null;
create index on contract_letter (tenant_id, created_by_id);

-- What was read of the documents of a contract (CON-01, REC-05): every reading is a row, like those of invoices.
create table contract_recognition (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  contract_id bigint not null,
  file_id uuid not null,
  -- Null once the job is cleaned up.
  job_id bigint,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed')),
  reading text check (reading in ('text', 'ocr')),
  failure text,
  pages integer,
  milliseconds integer,
  -- What it says of itself, with the places; no amounts.
  raw jsonb,
  -- Who the other side is in the records, where that is clear.
  supplier_id bigint,
  -- Proposals that somebody does not want to see again.
  dismissed text[] not null default '{}'::text[],
  started_by_id bigint,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete cascade,
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete set null (job_id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete set null (supplier_id),
  foreign key (tenant_id, started_by_id) references lb_user (tenant_id, id) on delete set null (started_by_id),
  constraint contract_recognition_has_ended check ((state = 'queued') = (ended_at is null)),
  constraint contract_recognition_has_read check ((state = 'done') = (raw is not null))
);
create index on contract_recognition (tenant_id, contract_id, id desc);
create index on contract_recognition (tenant_id, file_id);
create index on contract_recognition (tenant_id, job_id) where job_id is not null;
create index on contract_recognition (tenant_id, supplier_id) where supplier_id is not null;
create index on contract_recognition (tenant_id, started_by_id) where started_by_id is not null;

-- What a contract said from one signature to the next: a row for each version, the first as it was before the first amendment.
create table contract_version (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  contract_id bigint not null,
  version_no integer not null check (version_no >= 1),
  -- The amendment that brought it, with its check, approval, signature and documents; null for the first.
  amendment_id bigint,
  signed_at timestamptz,
  signed_by_id bigint,
  -- The columns in which it differs from the version before; `lines` where those differ.
  changed text[] not null default '{}'::text[],
  -- Head, lines and documents, with the names that people read.
  particulars jsonb not null check (jsonb_typeof(particulars) = 'object'),
  -- Field, before and after, as people read them.
  differences jsonb not null default '[]'::jsonb check (jsonb_typeof(differences) = 'array'),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint contract_version_key unique (tenant_id, contract_id, version_no),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, amendment_id) references contract (tenant_id, id) on delete set null (amendment_id),
  foreign key (tenant_id, signed_by_id) references lb_user (tenant_id, id) on delete restrict
);
create index on contract_version (tenant_id, amendment_id) where amendment_id is not null;
create index on contract_version (tenant_id, signed_by_id) where signed_by_id is not null;

create table contract_approver (
  tenant_id bigint not null,
  id bigint generated always as identity,
  contract_id bigint not null,
  lb_user_id bigint not null,
  is_required boolean not null default false,
  inserted_manually boolean not null default false,
  inserted_by_group boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, contract_id, lb_user_id),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete restrict
);
create index contract_approver_tenant_id_lb_user_id_idx on contract_approver using btree (tenant_id, lb_user_id);

-- Keys of earlier tables that point here.
alter table file add foreign key (tenant_id, contract_id) references contract(tenant_id, id) on delete restrict;
alter table timeline_entry add foreign key (tenant_id, contract_id) references contract(tenant_id, id) on delete cascade;
alter table document_file add foreign key (tenant_id, contract_id) references contract(tenant_id, id) on delete cascade;
alter table document_question add foreign key (tenant_id, contract_id) references contract(tenant_id, id) on delete cascade;
alter table document_hand add foreign key (tenant_id, contract_id) references contract(tenant_id, id) on delete cascade;
alter table approval_record add foreign key (tenant_id, contract_id) references contract(tenant_id, id) on delete cascade;
alter table procurement add foreign key (tenant_id, contract_id) references contract(tenant_id, id) on delete set null (contract_id);
alter table contract_reminder add constraint contract_reminder_custom_has_day check (type <> 'custom' or reminder_date is not null) not valid;
