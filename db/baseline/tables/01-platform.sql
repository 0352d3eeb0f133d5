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
-- A mandate reference is unique for the creditor, ignoring case.
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
  -- A mutation with its own key is answered once; a repeat gets the same answer (SHEET-21).
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
  -- A refusal: code and values, never an error text (ERR-15).
  error jsonb,
  attempts integer not null default 0,
  lb_user_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The administrator who acted as the person (AUTH-22).
  actor_id bigint,
  -- The class of the error that ended the job, never its message, which may quote a document.
  failure text check (failure ~ '^[A-Za-z0-9_]{1,60}( [A-Za-z0-9_]{1,40})?$'),
  -- Discarded by an operator.
  discarded_at timestamptz,
  -- The means of the requesting person, which limit the job's rights.
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
  -- A worker has several names in the queue, one for long jobs: the additional ones reference the first here.
  beside text,
  -- No foreign key: a worker continues even if its node was considered dead.
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
  -- An unreferenced file is visible to its uploader.
  procurement_id bigint,
  invoice_id bigint,
  is_master_data boolean not null default false,
  -- Contains amounts; hidden from readers without prices (ROLE-07).
  shows_amounts boolean not null default false,
  created_at timestamptz not null default now(),
  contract_id bigint,
  -- The intended use of a file of master data: a picture, a document, or a person's signature, which nobody else may
  -- read or use (ADM-13, ADM-14, PROF-01).
  purpose text check (purpose in ('image', 'signature', 'document')),
  primary key (tenant_id, id),
  constraint file_size_check check (size between 0 and case received_by when 'export' then 268435456 when 'mail' then 16777216 else 10485760 end)
);
create index on file (tenant_id, procurement_id) where procurement_id is not null;
create index on file (tenant_id, invoice_id) where invoice_id is not null;
create index on file (tenant_id, created_by_id);
create index on file (tenant_id, contract_id) where contract_id is not null;
-- Finds equal bytes at once (INV-20).
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

-- Every outgoing mail, queued in the transaction that causes it.
create table mail (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  message_id text not null,
  kind text not null,
  recipient text not null,
  -- The person with this address, if any: a blocked one gets no mail (MAIL-05).
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
  -- The order sent by the mail, and the job that wrote it: a repeated job finds its mail and writes no second one.
  supplier_order_id bigint,
  job_id bigint,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  invoice_id bigint,
  contract_id bigint,
  -- The mail as sent, byte for byte, if it went to an outsider (ARC-01).
  file_id uuid,
  primary key (tenant_id, id),
  unique (tenant_id, job_id),
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete set null (job_id),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict
);
create index on mail (created_at);
-- A resent order keeps its Message-ID, so that its reader recognises it (PROC-17).
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

-- Each process of the product with its version: during an update there are two.
create table node (
  id uuid primary key,
  roles text[] not null,
  version text not null,
  runtime text not null,
  started_at timestamptz not null default clock_timestamp(),
  heartbeat_at timestamptz not null default clock_timestamp()
);

-- Storage of a tenant, counted once a day, because counting reads all files.
create table tenant_storage (
  tenant_id bigint primary key references tenant (id) on delete cascade,
  files bigint not null,
  bytes bigint not null,
  documents bigint not null,
  counted_at timestamptz not null
);

-- When a scheduled task was last due, by the clock of the database (AUD-10); one row per task.
create table scheduled_task (
  task text primary key,
  due timestamptz not null
);
