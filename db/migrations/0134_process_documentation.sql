-- The process documentation of a tenant (ARC-06): its own texts, and its versions, each a file that is kept ten years (ARC-02).

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
call app.wall('process_text', readable => false);

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
call app.wall('process_documentation', readable => false);

-- A version never changes; it goes with the tenant alone, whose deletion fires no triggers (OP-02).
create function app.keep_version() returns trigger language plpgsql as $$
begin
  raise exception 'version % is kept', old.number using errcode = '55000';
end
$$;
create trigger keep_version after update or delete on process_documentation for each row execute function app.keep_version();

-- What administrators set, among everything that happens in documents: the changes between two versions are read by it.
create index audit_log_of_settings on audit_log (tenant_id, id) where "table" in (
  'configuration', 'tenant', 'client', 'lb_user', 'task_group_user', 'department_approver', 'cost_center_approver', 'supplier_approver',
  'permission', 'permission_user', 'permission_client', 'permission_department', 'permission_cost_center', 'permission_supplier',
  'permission_product_group', 'mailbox', 'marketplace', 'client_marketplace', 'accounting_connection', 'process_text');
