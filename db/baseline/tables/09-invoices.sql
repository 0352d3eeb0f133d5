create table invoice (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  timeline_id bigint not null,
  name text collate app.german check (length(name) <= 255),
  creator_id bigint not null,
  running_number integer,
  invoice_number_formatted text,
  number text check (length(number) <= 36),
  number_printed text check (length(number_printed) <= 60),
  guid uuid not null default gen_random_uuid(),
  document_type text not null default 'invoice' check (document_type in ('invoice', 'credit_note', 'self_billing', 'prepayment', 'final')),
  status text not null default 'open' check (status in ('open', 'approval', 'financial-approval', 'clearing', 'accounting', 'export', 'completed', 'declined', 'declined-exported')),
  client_id bigint,
  supplier_id bigint,
  department_id bigint,
  cost_center_id bigint,
  ledger_account_id bigint,
  posting_key_id bigint,
  profit_center_id bigint,
  d365_department_id bigint,
  employee_id bigint,
  branch_id bigint,
  d365_vehicle_id bigint,
  d365_sales_channel_id bigint,
  d365_area_id bigint,
  d365_labor_wert_id bigint,
  d365_project_id bigint,
  procurement_id bigint,
  corrects_invoice_id bigint,
  invoice_date date,
  due_date date,
  delivery_date date,
  vat_due_date date,
  service_from date,
  service_to date,
  tax numeric(4,2),
  total_netto numeric(14,2) not null default 0,
  total_tax numeric(14,2) not null default 0,
  total_brutto numeric(14,2) not null default 0,
  prepaid_amount numeric(14,2) not null default 0,
  rounding_amount numeric(14,2) not null default 0,
  amount_due numeric(14,2) not null default 0,
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  exchange_rate numeric(16,6) check (exchange_rate > 0),
  rate_date date,
  rate_source text check (rate_source in ('document', 'typed')),
  buyer_reference text,
  order_reference text,
  vat_number text,
  payment_method text check (payment_method in ('AUTOMATIC_DEBIT', 'CREDIT_CARD', 'BANK_TRANSFER', 'ONLINE_PAYMENT')),
  iban text,
  bic text,
  notes text check (length(notes) <= 120),
  order_notes text,
  review_status text check (review_status in ('content_rejection', 'insolvency_rejection', 'further_review_required', 'other_reason_rejection', 'approved')),
  paid boolean not null default false,
  paid_on date,
  payment_block boolean not null default false,
  payment_block_reason text,
  payment_in_advance boolean not null default false,
  export_individual_items boolean not null default false,
  exported_at timestamptz,
  discount_base numeric(14,2),
  discount_1_percentage numeric(5,2),
  discount_1_amount numeric(14,2),
  discount_1_days integer,
  discount_1_date date,
  discount_2_percentage numeric(5,2),
  discount_2_amount numeric(14,2),
  discount_2_days integer,
  discount_2_date date,
  file_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  contract_id bigint,
  mailbox_id bigint,
  number_key text generated always as (app.number_key(number_printed)) stored,
  view_file_id uuid,
  legal_hold text check (length(legal_hold) between 1 and 2000),
  -- Who typed the account that an invoice has now, as really logged in: he cannot be its second person. Null where it was read.
  -- No key: it is only compared, also when the person is gone.
  iban_by_id bigint,
  -- Whether it did; the share of such invoices is shown.
  is_untouched boolean not null default false,
  -- While an invoice is on its way, nobody takes it anywhere else.
  is_leaving boolean not null default false,
  -- The people who have changed them, each as the human that he is; the product itself, which reads, is none.
  money_by_ids bigint[] not null default '{}'::bigint[],
  -- What a final invoice has taken off is kept with it as long as it is booked, or on its way (INV-22): prepayment invoices that come
  -- later change nothing of what has left.
  taken_off_ids bigint[],
  primary key (tenant_id, id),
  unique (tenant_id, timeline_id),
  constraint invoice_running_number_key unique (tenant_id, running_number),
  foreign key (tenant_id, timeline_id) references timeline (tenant_id, id) on delete restrict,
  foreign key (tenant_id, creator_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict,
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete restrict,
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete restrict,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete restrict,
  foreign key (tenant_id, posting_key_id) references posting_key (tenant_id, id) on delete restrict,
  foreign key (tenant_id, profit_center_id) references profit_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_department_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, employee_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, branch_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_vehicle_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_sales_channel_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_area_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_labor_wert_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_project_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete set null (procurement_id),
  foreign key (tenant_id, corrects_invoice_id) references invoice (tenant_id, id) on delete set null (corrects_invoice_id),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict,
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete set null (contract_id),
  foreign key (tenant_id, view_file_id) references file (tenant_id, id) on delete restrict
);
create index on invoice (tenant_id, created_at desc, id desc);
create index on invoice (tenant_id, status, created_at desc);
create index on invoice (tenant_id, client_id, created_at desc);
create index on invoice (tenant_id, supplier_id, created_at desc);
create index on invoice (tenant_id, department_id, created_at desc);
create index on invoice (tenant_id, creator_id);
create index on invoice (tenant_id, procurement_id);
create index on invoice (tenant_id, cost_center_id, invoice_date);
create index on invoice (tenant_id, contract_id) where contract_id is not null;
create index on invoice (tenant_id, mailbox_id) where mailbox_id is not null;
create index on invoice (tenant_id, number_key) where number_key is not null;
create index on invoice (tenant_id, supplier_id, invoice_date, total_brutto) where supplier_id is not null;
create index on invoice (tenant_id, view_file_id) where view_file_id is not null;
-- What the lists of the end of a month look for (DASH-07): invoices by when they were exported and by when their discounts end, and
-- steps by when they were done. Steps are written one after the other, so that ranges of blocks tell their days; an index of rows
-- would have to be written with every step that is done.
create index on invoice (tenant_id, exported_at);
create index on invoice (tenant_id, (coalesce(discount_2_date, discount_1_date))) where discount_1_date is not null;
-- Deleting a row looks for those that point to it.
create index on invoice (tenant_id, file_id) where file_id is not null;
create index on invoice (tenant_id, corrects_invoice_id) where corrects_invoice_id is not null;
-- EXP-30: which other document of a supplier has an export number.
create index on invoice (tenant_id, supplier_id, number) where number is not null;

create table invoice_line (
  tenant_id bigint not null,
  id bigint generated always as identity,
  invoice_id bigint not null,
  sort_no integer not null default 0,
  kind text not null default 'item' check (kind in ('item', 'allowance', 'charge')),
  item_number text,
  description text check (length(description) <= 4000),
  quantity numeric(14,3),
  price_unit numeric(10,3) not null default 1 check (price_unit > 0),
  unit_net_price numeric(18,8),
  line_allowance numeric(14,2),
  line_charge numeric(14,2),
  total_netto numeric(14,2),
  total_brutto numeric(14,2),
  tax_percentage numeric(4,2),
  tax_category text check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M')),
  tax_exemption_reason text,
  procurement_line_id bigint,
  cost_center_id bigint,
  ledger_account_id bigint,
  profit_center_id bigint,
  tax_group_id bigint,
  tax_item_group_id bigint,
  d365_department_id bigint,
  employee_id bigint,
  branch_id bigint,
  d365_vehicle_id bigint,
  d365_sales_channel_id bigint,
  d365_area_id bigint,
  d365_labor_wert_id bigint,
  d365_project_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The posting key of a line, before that of the head (EXP-20).
  posting_key_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, procurement_line_id) references procurement_line (tenant_id, id) on delete set null (procurement_line_id),
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete restrict,
  foreign key (tenant_id, profit_center_id) references profit_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, tax_group_id) references tax_group (tenant_id, id) on delete restrict,
  foreign key (tenant_id, tax_item_group_id) references tax_item_group (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_department_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, employee_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, branch_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_vehicle_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_sales_channel_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_area_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_labor_wert_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_project_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, posting_key_id) references posting_key (tenant_id, id) on delete restrict
);
create index on invoice_line (tenant_id, invoice_id, sort_no);
create index on invoice_line (tenant_id, procurement_line_id);
create index on invoice_line (tenant_id, cost_center_id);
create index on invoice_line (tenant_id, posting_key_id) where posting_key_id is not null;

create table invoice_tax (
  tenant_id bigint not null,
  id bigint generated always as identity,
  invoice_id bigint not null,
  tax_percentage numeric(4,2) not null,
  tax_category text not null default 'S' check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M')),
  net numeric(14,2) not null,
  tax numeric(14,2) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade
);
create index on invoice_tax (tenant_id, invoice_id);

-- A secret is written and never read; the API tells by `has_...` whether there is one (TECH-07).
create table mailbox (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  protocol text not null default 'imap' check (protocol in ('imap', 'pop3')),
  host text not null check (host ~ '^[[:alnum:].:-]{1,253}$'),
  port integer not null default 993 check (port between 1 and 65535),
  tls boolean not null default true,
  username text not null check (trim(username) <> '' and length(username) <= 255),
  -- Encrypted by the application.
  password bytea,
  has_password boolean not null generated always as (password is not null) stored,
  folder text not null default 'INBOX' check (length(folder) between 1 and 255),
  period_in_days integer not null default 30 check (period_in_days between 1 and 365),
  import_invoices_automatically boolean not null default false,
  import_mode text not null default 'attachment' check (import_mode in ('attachment', 'email')),
  client_id bigint,
  active boolean not null default true,
  last_run_at timestamptz,
  -- A refusal: code and values, never a text of the program (ERR-15).
  last_error jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  failed_runs integer not null default 0 check (failed_runs >= 0),
  search_text text generated always as (app.search_text(variadic array[name])) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict
);
create index on mailbox (tenant_id, client_id);
create index mailbox_search_text on mailbox using gin (tenant_id, search_text gin_trgm_ops);

create table invoice_recognition (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  invoice_id bigint not null,
  -- Null once the job is cleaned up.
  job_id bigint,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed', 'dropped')),
  reading text check (reading in ('xml', 'text', 'ocr')),
  failure text,
  pages integer,
  milliseconds integer,
  -- The whole reading (REC-07), up to some megabytes, which the audit does not repeat.
  raw jsonb,
  started_by_id bigint,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Whether the pages of a hybrid say something else than its XML, which every command on the invoice asks (REC-11).
  pages_differ boolean generated always as (coalesce(jsonb_array_length(raw -> 'differences'), 0) > 0) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete set null (job_id),
  foreign key (tenant_id, started_by_id) references lb_user (tenant_id, id) on delete set null (started_by_id)
);
create index on invoice_recognition (tenant_id, invoice_id, id desc);
create index on invoice_recognition (tenant_id, started_by_id);
create index on invoice_recognition (tenant_id, job_id) where job_id is not null;
-- The page of the invoice settings lists the newest recognitions that failed, which are few among all (ADM-17).
create index invoice_recognition_failed_idx on invoice_recognition (tenant_id, id desc) where state = 'failed';

-- Where the pages of a view come from.
create table invoice_page (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  invoice_id bigint not null,
  page_no integer not null check (page_no > 0),
  file_id uuid not null,
  file_page integer not null check (file_page > 0),
  turn integer not null check (turn in (0, 90, 180, 270)),
  primary key (tenant_id, id),
  unique (tenant_id, invoice_id, page_no),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict
);
create index on invoice_page (tenant_id, file_id);

-- The mails of a mailbox that were looked at, so that each is imported once (MBX-02); without a mailbox those that came to
-- the address of the tenant (REC-10) or, as files, from a scanner (MBX-06).
create table mailbox_mail (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  mailbox_id bigint,
  -- SHA-256 of its Message-ID and its parts, or of the whole.
  message_key bytea not null check (length(message_key) = 32),
  -- What the server calls it; a copy has another name there.
  server_keys text[] not null default '{}'::text[],
  sender text check (length(sender) <= 255),
  subject text check (length(subject) <= 255),
  sent_at timestamptz,
  state text not null check (state in ('imported', 'empty', 'old', 'failing', 'refused')),
  -- Why it could not be imported, or not whole.
  failure text,
  invoice_count integer not null default 0 check (invoice_count >= 0),
  created_at timestamptz not null default now(),
  failed_runs integer not null default 0 check (failed_runs >= 0),
  -- A mail that was put aside is kept with its note as it came, so that whoever looks after it finds it there (TECH-20). The copy goes when
  -- the mail is imported after all, or its note is forgotten.
  file_id uuid,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, mailbox_id, message_key),
  foreign key (tenant_id, mailbox_id) references mailbox (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete set null (file_id),
  constraint mailbox_mail_original_of_refused check (file_id is null or state = 'refused')
);
create index on mailbox_mail (created_at);
-- A mail is found by its key, in whichever mailbox of the tenant.
create index on mailbox_mail (tenant_id, message_key);
create index on mailbox_mail (tenant_id, file_id) where file_id is not null;

-- What is being read, by a digest of what it is and whose: noted before it is read, and taken away when its reader has answered, whatever
-- it answered. What has ended its reader twice is not read again (TECH-20). It belongs to the installation, since a mail is read before
-- anybody knows for whom it is; nobody reads the table but by the two functions.
create table reading_try (
  key bytea primary key check (octet_length(key) = 32),
  tries smallint not null default 1 check (tries between 1 and 10),
  begun_at timestamptz not null default clock_timestamp()
);
create index reading_try_begun on reading_try (begun_at);

create table invoice_approver (
  tenant_id bigint not null,
  id bigint generated always as identity,
  invoice_id bigint not null,
  lb_user_id bigint not null,
  is_required boolean not null default false,
  inserted_manually boolean not null default false,
  inserted_by_group boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, invoice_id, lb_user_id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete restrict
);
create index invoice_approver_tenant_id_lb_user_id_idx on invoice_approver using btree (tenant_id, lb_user_id);

-- Keys of earlier tables that point here.
alter table file add foreign key (tenant_id, invoice_id) references invoice(tenant_id, id) on delete restrict;
alter table supplier_hint add foreign key (tenant_id, source_invoice_id) references invoice(tenant_id, id) on delete set null (source_invoice_id);
alter table supplier_bank_change add foreign key (tenant_id, source_invoice_id) references invoice(tenant_id, id) on delete set null (source_invoice_id);
alter table timeline_entry add foreign key (tenant_id, invoice_id) references invoice(tenant_id, id) on delete cascade;
alter table document_file add foreign key (tenant_id, invoice_id) references invoice(tenant_id, id) on delete cascade;
alter table document_question add foreign key (tenant_id, invoice_id) references invoice(tenant_id, id) on delete cascade;
alter table document_hand add foreign key (tenant_id, invoice_id) references invoice(tenant_id, id) on delete cascade;
alter table approval_record add foreign key (tenant_id, invoice_id) references invoice(tenant_id, id) on delete cascade;
alter table budget_amount add foreign key (tenant_id, invoice_id) references invoice(tenant_id, id) on delete cascade;
alter table order_movement add foreign key (tenant_id, invoice_id) references invoice(tenant_id, id) on delete cascade;
alter table invoice add foreign key (tenant_id, mailbox_id) references mailbox(tenant_id, id) on delete set null (mailbox_id);
