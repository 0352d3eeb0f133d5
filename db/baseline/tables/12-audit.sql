create table audit_log (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  type text not null check (type in ('insert', 'update', 'delete', 'info', 'checkbox')),
  "table" text not null,
  relation_table text,
  foreign_key bigint,
  lb_user_id bigint,
  affected_properties text[] not null default '{}'::text[],
  data_before jsonb,
  data_after jsonb,
  amounts_before jsonb,
  amounts_after jsonb,
  info text check (length(info) <= 1000),
  random_id text not null,
  procurement_id bigint,
  invoice_id bigint,
  -- Rows are sealed into a chain later, up to the oldest running transaction.
  xact xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp(),
  contract_id bigint,
  -- The record that a changed row belongs to, beside the row itself: the history of a cost center shows its budgets, too
  -- (AUD-08).
  relation_key bigint,
  means text default app.means() check (length(means) <= 20),
  primary key (tenant_id, id)
);
create index on audit_log (tenant_id, "table", foreign_key, id);
create index on audit_log (tenant_id, procurement_id, id) where procurement_id is not null;
create index on audit_log (tenant_id, invoice_id, id) where invoice_id is not null;
create index on audit_log (tenant_id, contract_id, id) where contract_id is not null;
create index on audit_log (tenant_id, relation_table, relation_key, id) where relation_key is not null;
create index on audit_log (xact);
-- What administrators set, among everything that happens in documents: the changes between two versions are read by it.
create index audit_log_of_settings on audit_log (tenant_id, id) where "table" in (
  'configuration', 'tenant', 'client', 'lb_user', 'task_group_user', 'department_approver', 'cost_center_approver', 'supplier_approver',
  'permission', 'permission_user', 'permission_client', 'permission_department', 'permission_cost_center', 'permission_supplier',
  'permission_product_group', 'mailbox', 'marketplace', 'client_marketplace', 'accounting_connection', 'process_text');

-- Rows of the audit are sealed after they were written: every row of a tenant gets a place in the tenant's chain and
-- a link, which is the digest of the link before it and of the row itself. Inside the trigger the chain would let one
-- transaction of a tenant wait for the other. No foreign key to the rows: what is deleted leaves its link behind.
create table audit_link (
  tenant_id bigint not null references tenant (id) on delete cascade,
  "position" bigint not null,
  audit_log_id bigint not null,
  link bytea not null,
  primary key (tenant_id, "position"),
  unique (tenant_id, audit_log_id)
);

-- Up to which transaction everything is sealed. Numbers of transactions mean something in their own cluster only: after
-- a restore elsewhere, open rows are looked for among all.
create table audit_seal (
  cluster bigint primary key,
  sealed_before xid8 not null
);

-- What remains of the audit of a tenant that was deleted for good (OP-02, AUD-09); the worker signs it.
create table audit_closing (
  id bigint generated always as identity primary key,
  deleted_tenant_id bigint not null,
  name text not null,
  "position" bigint not null,
  link bytea,
  unsealed bigint not null,
  actor_id bigint,
  closed_at timestamptz not null default clock_timestamp()
);

-- What an auditor has asked for, one row for each request and operation of it; written before it is answered.
create table auditor_access (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  created_at timestamptz not null default clock_timestamp(),
  -- No foreign keys: who it was stays known, as in the audit.
  lb_user_id bigint not null,
  actor_id bigint not null,
  kind text not null check (kind in ('query', 'document', 'file', 'export', 'call')),
  operation text not null check (length(operation) between 1 and 200),
  target_table text check (length(target_table) <= 63),
  target_id text check (length(target_id) <= 64),
  request_id uuid not null,
  primary key (tenant_id, id)
);
create index on auditor_access (tenant_id, lb_user_id, id);
create index on auditor_access (tenant_id, request_id);

-- What a chapter says in the words of the tenant; a chapter without says the usual text. What it said before stands in the audit.
create table process_text (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  chapter text not null check (chapter ~ '^[a-z_]{1,40}$'),
  lang text not null check (lang in ('de', 'en')),
  content text not null check (trim(content) <> '' and length(content) <= 20000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint process_text_chapter unique (tenant_id, chapter, lang)
);

create table process_documentation (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  -- From 1 on, without gaps.
  number integer not null check (number > 0),
  lang text not null check (lang in ('de', 'en')),
  -- What has changed, in the words of whoever made it.
  note text check (trim(note) <> '' and length(note) <= 1000),
  made_by text not null,
  made_at timestamptz not null,
  -- A call that is repeated makes no second version.
  request_key uuid not null,
  file_id uuid not null,
  -- Of the file and of all that it describes, as hexadecimal digits.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  described_sha256 text not null check (described_sha256 ~ '^[0-9a-f]{64}$'),
  pages integer not null check (pages > 0),
  -- The last entry of the audit that it could know: what changed since stands behind it.
  last_audit_id bigint not null,
  primary key (tenant_id, id),
  constraint process_documentation_number unique (tenant_id, number),
  constraint process_documentation_asked unique (tenant_id, request_key),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict
);
create index on process_documentation (tenant_id, file_id);
