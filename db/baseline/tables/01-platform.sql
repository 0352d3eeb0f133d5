create table tenant (
  id bigint generated always as identity primary key,
  name text collate app.german not null check (name <> '' and length(name) <= 50),
  main_language text not null default 'de' check (main_language ~ '^[a-z]{2}$'),
  default_decimal_places integer not null default 2 check (default_decimal_places between 2 and 4),
  status text not null default 'active' check (status in ('active', 'archived')),
  restored_at timestamptz,
  archived_at timestamptz,
  document_limit integer,
  procurement_limit integer,
  invoice_limit integer,
  base_price_document numeric(14,4),
  base_price_procurement numeric(14,4),
  base_price_invoice numeric(14,4),
  extra_price_document numeric(14,4),
  extra_price_procurement numeric(14,4),
  extra_price_invoice numeric(14,4),
  recognition_unit_price numeric(14,4),
  easybill_id text,
  account text,
  holder text,
  bic text,
  bank_code text,
  iban text,
  bank_name text,
  billing_name text,
  billing_consignee text,
  street text,
  zipcode text,
  city text,
  state text,
  country text,
  phone text,
  contact_email text,
  billing_email text,
  import_invoice_email text,
  sepa_agreement boolean not null default false,
  sepa_agreement_date date,
  sepa_mandate_reference text,
  sepa_creditor_id text,
  sepa_scheme text check (sepa_scheme in ('CORE', 'B2B')),
  sepa_last_use date,
  sepa_prenotification_days integer,
  automatic_billing boolean not null default false,
  automatic_billing_mail boolean not null default false,
  debit_credit_reverse boolean not null default false,
  standard_package boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (name)
);
-- A mandate has a reference that no other one of the same creditor has, whatever the case of its letters.
create unique index tenant_sepa_mandate_reference on tenant (upper(trim(sepa_mandate_reference)))
  where sepa_agreement and trim(sepa_mandate_reference) <> '';

create table transaction (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  transaction_key text not null,
  mutation text not null,
  variables jsonb,
  response jsonb,
  lb_user_id bigint,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index on transaction (tenant_id, lb_user_id, id);
create index on transaction (created_at);

create table command_log (
  tenant_id bigint not null references tenant (id) on delete cascade,
  lb_user_id bigint not null,
  idempotency_key uuid not null,
  command text not null,
  input_hash bytea not null,
  document_id bigint,
  created_at timestamptz not null default now(),
  -- A mutation with a key of its own is answered once; who repeats it reads the same answer (SHEET-21).
  answer text,
  primary key (tenant_id, lb_user_id, idempotency_key)
);
create index on command_log (created_at);

create table record_lock (
  tenant_id bigint not null references tenant (id) on delete cascade,
  table_name text not null check (table_name in ('timeline')),
  foreign_id bigint not null,
  locked_at timestamptz not null default now(),
  locked_by_id bigint not null,
  primary key (tenant_id, table_name, foreign_id)
);
create index on record_lock (tenant_id, locked_by_id);

create table number_counter (
  tenant_id bigint not null references tenant (id) on delete cascade,
  abbreviation text not null check (abbreviation in ('PO', 'IN', 'DR', 'CT', 'DN', 'EX')),
  last integer not null,
  primary key (tenant_id, abbreviation)
);

create table job (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  input jsonb not null default '{}'::jsonb,
  result jsonb,
  -- A refusal: code and values, never a text of the program (ERR-15).
  error jsonb,
  attempts integer not null default 0,
  lb_user_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  -- A job of somebody as whom an administrator acts is that administrator's doing (AUTH-22).
  actor_id bigint,
  -- Of what kind the error is that a job has ended with, never its words, which may quote a document.
  failure text check (failure ~ '^[A-Za-z0-9_]{1,60}( [A-Za-z0-9_]{1,40})?$'),
  -- An operator has put it away.
  discarded_at timestamptz,
  -- A job may what its means allowed whoever asked for it.
  means text,
  failed_attempts integer not null default 0,
  ended_attempts integer not null default 0,
  primary key (tenant_id, id),
  constraint job_means check (means in ('link', 'passkey', 'demo', 'token', 'mail_link', 'job'))
);
comment on column job.failed_attempts is 'Attempts that the job itself brought to nothing.';
comment on column job.ended_attempts is 'Attempts of which somebody told the end; the others ended with their node.';
create index on job (tenant_id, lb_user_id, id);
create index on job (tenant_id) where state in ('queued', 'running');
create index on job (tenant_id, actor_id) where actor_id is not null;
create index job_failed on job (finished_at, tenant_id, id) include (kind) where state = 'failed' and discarded_at is null;

create table worker (
  id text primary key,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  -- A worker takes jobs under several names of the queue, one for what takes long: those beside the first name it here.
  beside text,
  -- Not a reference: a worker goes on where its node was taken for dead.
  node_id uuid
);

create table file (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 255),
  mime text not null,
  size integer not null,
  sha256 bytea not null,
  created_by_id bigint,
  received_by text,
  retain_until date,
  -- A file nobody points to yet is visible to whoever uploaded it.
  procurement_id bigint,
  invoice_id bigint,
  is_master_data boolean not null default false,
  -- Amounts stand in it, so that readers without prices do not get it (ROLE-07).
  shows_amounts boolean not null default false,
  created_at timestamptz not null default now(),
  contract_id bigint,
  -- A file of master data knows the kind of place that it was brought for: a picture, a document, or the signature of a
  -- person, which nobody else reads or uses (ADM-13, ADM-14, PROF-01).
  purpose text check (purpose in ('image', 'signature', 'document')),
  primary key (tenant_id, id),
  constraint file_size_check check (size between 0 and case received_by when 'export' then 268435456 when 'mail' then 16777216 else 10485760 end)
);
create index on file (tenant_id, procurement_id) where procurement_id is not null;
create index on file (tenant_id, invoice_id) where invoice_id is not null;
create index on file (tenant_id, created_by_id);
create index on file (tenant_id, contract_id) where contract_id is not null;
-- The same bytes a second time are found at once (INV-20).
create index on file (tenant_id, sha256) where invoice_id is not null;

create table file_chunk (
  tenant_id bigint not null,
  file_id uuid not null,
  chunk_no integer not null,
  bytes bytea not null check (length(bytes) <= 262144),
  primary key (tenant_id, file_id, chunk_no),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete cascade
);
alter table file_chunk alter column bytes set storage external;

-- Every mail that leaves, queued in the transaction that causes it.
create table mail (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  message_id text not null,
  kind text not null,
  recipient text not null,
  -- The person it is for, where it is one of ours: a blocked one gets no mail (MAIL-05).
  lb_user_id bigint,
  reply_to text,
  sender_name text,
  subject text not null,
  text_body text,
  html_body text,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'uncertain')),
  attempts integer not null default 0,
  error text,
  procurement_id bigint,
  -- The order that it carries, and the job that wrote it: a job that is repeated finds its mail and writes no second one.
  supplier_order_id bigint,
  job_id bigint,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  invoice_id bigint,
  contract_id bigint,
  -- The mail as it left, byte for byte, where somebody outside gets it (ARC-01).
  file_id uuid,
  primary key (tenant_id, id),
  unique (tenant_id, job_id),
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete set null (job_id),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict
);
create index on mail (created_at);
-- An order that is sent again keeps its Message-ID, so that its reader can tell (PROC-17).
create index on mail (tenant_id, message_id);
create index on mail (tenant_id, lb_user_id);
create index on mail (tenant_id, procurement_id) where procurement_id is not null;
create index on mail (tenant_id, supplier_order_id) where supplier_order_id is not null;
create index on mail (tenant_id, file_id) where file_id is not null;
create index on mail (tenant_id, invoice_id) where invoice_id is not null;
create index mail_failed on mail (created_at, tenant_id, id) where state in ('failed', 'uncertain');
create index mail_open on mail (tenant_id) where state in ('queued', 'sending');

create table mail_attachment (
  tenant_id bigint not null,
  mail_id bigint not null,
  file_id uuid not null,
  primary key (tenant_id, mail_id, file_id),
  foreign key (tenant_id, mail_id) references mail (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete cascade
);
create index on mail_attachment (tenant_id, file_id);

create table global_configuration (
  id bigint generated always as identity primary key,
  key text not null,
  type text not null default 'string' check (type in ('string', 'number', 'boolean', 'date', 'json')),
  value text,
  "group" text,
  label text,
  unique (key)
);

create table location (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  number text check (length(number) <= 36),
  address text,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[number, name])) stored,
  primary key (tenant_id, id)
);
create index location_search_text on location using gin (tenant_id, search_text gin_trgm_ops);
create index location_of_number on location (tenant_id, lower(btrim(number)));

create table configuration (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  key text not null check (length(key) between 1 and 100),
  value text check (length(value) <= 4000),
  model text not null default 'string' check (model in ('string', 'number', 'boolean', 'date', 'json', 'password', 'lb_user', 'supplier', 'client_address')),
  client_id bigint,
  lb_user_id bigint,
  supplier_id bigint,
  client_address_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, key, client_id)
);

-- Each process of the product, with the version that it runs: during an update there are two.
create table node (
  id uuid primary key,
  roles text[] not null,
  version text not null,
  runtime text not null,
  started_at timestamptz not null default clock_timestamp(),
  heartbeat_at timestamptz not null default clock_timestamp()
);

-- What a tenant takes up, counted once a day: counting reads all of its files.
create table tenant_storage (
  tenant_id bigint primary key references tenant (id) on delete cascade,
  files bigint not null,
  bytes bigint not null,
  documents bigint not null,
  counted_at timestamptz not null
);

-- When a scheduled task was due last, by the clock of the database (AUD-10); one row for each.
create table scheduled_task (
  task text primary key,
  due timestamptz not null
);
