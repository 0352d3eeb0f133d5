create table lb_user (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  email text check (length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  lang text not null default 'de' check (lang ~ '^[a-z]{2}$'),
  client_id bigint,
  department_id bigint,
  cost_center_id bigint,
  location_id bigint,
  approval_limit numeric(14,2) check (approval_limit > 0),
  priority_approval_limit integer check (priority_approval_limit between 1 and 1000),
  roles text[] not null default '{}'::text[] check (roles <@ array[ 'user-admin', 'user-operator', 'user-price', 'user-dashboard', 'user-change-order', 'user-see-all-orders', 'user-see-all-orders-belonging-to-own-company', 'user-see-all-orders-belonging-to-own-department', 'user-see-own-orders-and-involved', 'user-see-all-invoices', 'user-see-all-invoices-belonging-to-own-company', 'user-see-own-invoices-and-involved', 'user-can-change-invoices', 'user-export-invoice', 'user-can-delete-document-directly', 'user-can-insert-product', 'user-can-insert-supplier', 'user-see-client-addresses', 'user-change-contract', 'user-insert-contract', 'user-see-contracts', 'user-see-contracts-belonging-to-own-company', 'user-see-contracts-belonging-to-own-department', 'user-see-own-contracts-and-involved', 'user-auditor']),
  is_group boolean not null default false,
  blocked boolean not null default false,
  active boolean not null default true,
  show_tour boolean not null default true,
  token_version integer not null default 1,
  api_token_hash bytea,
  token_issued_at timestamptz,
  token_expires_at timestamptz,
  signature_file_id uuid,
  substitute_id bigint,
  absence_from date,
  absence_to date,
  notification_mail_interval_minutes integer check (notification_mail_interval_minutes between 0 and 10080),
  timeline_order text check (timeline_order in ('asc', 'desc')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[name, split_part(email, '@', 1)])) stored,
  -- Who brings what no person has brought (MBX-05): one row per tenant, made when it is first needed. Nobody logs in as it,
  -- gets its mails or has its tasks, since it is blocked; nobody edits it or takes it away.
  is_system boolean not null default false,
  auditor_client_id bigint,
  auditor_from date,
  auditor_until date,
  auditor_ends_on date,
  token_maker_id bigint,
  -- Who made a person, gave him another address or let him in again: he confirms nothing of theirs for seven days. And when he was
  -- last put out who could have confirmed, so that nobody becomes the sole administrator by blocking the other.
  made_by_id bigint,
  made_at timestamptz,
  put_out_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, substitute_id) references lb_user (tenant_id, id) on delete set null (substitute_id),
  foreign key (tenant_id, signature_file_id) references file (tenant_id, id) on delete set null (signature_file_id),
  foreign key (tenant_id, location_id) references location (tenant_id, id) on delete set null (location_id),
  foreign key (tenant_id, token_maker_id) references lb_user (tenant_id, id) on delete set null (token_maker_id),
  -- ROLE-08: the dashboard shows amounts.
  constraint lb_user_dashboard_needs_price check (not 'user-dashboard' = any (roles) or roles && array['user-price', 'user-admin']),
  constraint lb_user_absence check (absence_to >= absence_from),
  constraint lb_user_email_required check (is_group or is_system or email is not null),
  constraint lb_user_system_is_blocked check (not is_system or blocked and not is_group and email is null and roles = '{}'),
  constraint lb_user_auditor check (case when 'user-auditor' = any (roles) then roles = array['user-auditor'] and not is_group and auditor_until >= auditor_from and num_nonnulls(auditor_client_id, auditor_from, auditor_until, auditor_ends_on) = 4 else num_nonnulls(auditor_client_id, auditor_from, auditor_until, auditor_ends_on) = 0 end),
  constraint lb_user_email_key exclude using btree (tenant_id with =, lower(email) with =) deferrable,
  constraint lb_user_group_name_key exclude using btree (tenant_id with =, lower(name) with =) where (is_group) deferrable initially deferred
);
create index lb_user_login on lb_user (lower(email));
create unique index lb_user_api_token_key on lb_user (api_token_hash) where api_token_hash is not null;
create index on lb_user (tenant_id, substitute_id);
create index on lb_user (tenant_id, client_id);
create index on lb_user (tenant_id, department_id);
create index on lb_user (tenant_id, signature_file_id) where signature_file_id is not null;
create index lb_user_search_text on lb_user using gin (tenant_id, search_text gin_trgm_ops);
create unique index lb_user_system_key on lb_user (tenant_id) where is_system;
create index on lb_user (tenant_id, auditor_client_id) where auditor_client_id is not null;
create index on lb_user (tenant_id, token_maker_id) where token_maker_id is not null;

create table task_group_user (
  tenant_id bigint not null,
  task_group_id bigint not null,
  lb_user_id bigint not null,
  primary key (tenant_id, task_group_id, lb_user_id),
  foreign key (tenant_id, task_group_id) references lb_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on task_group_user (tenant_id, lb_user_id);

-- What happens before a person is known, and the sessions. Tokens are stored as SHA-256 only (AUTH-05, TECH-07).
create table login_token (
  tenant_id bigint not null,
  id uuid not null default gen_random_uuid(),
  lb_user_id bigint not null,
  token_hash bytea not null,
  return_to text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  unique (token_hash),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on login_token (tenant_id, lb_user_id);
create index on login_token (expires_at);

-- Login mails asked for, counted for the limits of AUTH-05; addresses are hashed.
create table login_request (
  id bigint generated always as identity primary key,
  email_hash bytea not null,
  client_address text not null,
  created_at timestamptz not null default now()
);
create index on login_request (email_hash, created_at);
create index on login_request (client_address, created_at);

create table refresh_token (
  tenant_id bigint not null,
  id uuid not null default gen_random_uuid(),
  lb_user_id bigint not null,
  actor_id bigint not null,
  family uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  family_started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz not null default now(),
  replaced_at timestamptz,
  revoked_at timestamptz,
  user_agent text,
  client_address text,
  -- Sessions that had begun before say nothing of it, nor does a node of the version before: they began with a link, a passkey or
  -- the demo, of which the link is the least.
  means text not null default 'link',
  -- Such as 'Firefox, Windows'; null where it cannot be told.
  device text check (length(device) <= 100),
  ended_by text check (ended_by in ('logout', 'person', 'administrator', 'reuse', 'shut_out', 'idle')),
  primary key (tenant_id, id),
  unique (token_hash),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, actor_id) references lb_user (tenant_id, id) on delete cascade,
  constraint refresh_token_means check (means in ('link', 'passkey', 'demo'))
);
create index on refresh_token (tenant_id, lb_user_id);
create index on refresh_token (tenant_id, actor_id);
create index on refresh_token (family);

create table passkey (
  tenant_id bigint not null,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  name text not null check (trim(name) <> '' and length(name) <= 255),
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}'::text[],
  last_login timestamptz,
  created_at timestamptz not null default now(),
  -- A passkey that an auditor makes lasts no longer than his access as it was then (ARC-04): whoever gets more time, or other rights,
  -- makes a new one.
  ends_on date,
  primary key (tenant_id, id),
  unique (credential_id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on passkey (tenant_id, lb_user_id);

create table notification (
  tenant_id bigint not null,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  kind text not null check (kind in ('task_incoming', 'task_taken', 'question', 'reminder', 'declined', 'cancelled', 'confirmation_differs')),
  timeline_entry_id bigint,
  payload jsonb not null default '{}'::jsonb,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- A reminder comes once per entry, person and period of waiting.
  period integer not null default 0 check (period >= 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on notification (tenant_id, lb_user_id, sent_at);
create unique index notification_once on notification (tenant_id, timeline_entry_id, lb_user_id, kind, period);

create table tour (
  tenant_id bigint not null,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  page text not null check (length(page) <= 255),
  primary key (tenant_id, id),
  unique (tenant_id, lb_user_id, page),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);

create table user_address (
  tenant_id bigint not null,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  address text not null check (trim(address) <> ''),
  address_complement text,
  zipcode text not null check (trim(zipcode) <> ''),
  city text not null check (trim(city) <> ''),
  country text not null default 'DE',
  consignee text,
  dropoff_location text,
  phone_country_code text,
  phone_number text,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade,
  constraint user_address_phone check ((phone_country_code is null) = (phone_number is null))
);
create index on user_address (tenant_id, lb_user_id);

-- What a browser was asked to sign, for five minutes and one answer (AUTH-10). The digest covers for whom and for what
-- it was asked; at the login nobody is known yet, so the table belongs to the installation, and only the gate reaches it.
create table passkey_challenge (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index on passkey_challenge (expires_at);

create table saved_filter (
  tenant_id bigint not null,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  page text not null check (length(page) <= 255),
  name text collate app.german not null check (length(name) between 1 and 60),
  -- The filters as they stand in the address of the page.
  query jsonb not null check (jsonb_typeof(query) = 'object' and length(query::text) <= 4000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, lb_user_id, page, name),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);

-- What a new tenant begins with (ONB-01), once for all of its administrators: whoever writes the row holds it until he is done.
create table onboarding (
  tenant_id bigint primary key references tenant (id) on delete cascade,
  mode text not null check (mode in ('full', 'custom', 'none'))
);

-- What belongs to the sample data of a tenant (ONB-03). A row stays until its record is gone, whoever takes that away.
create table sample_record (
  tenant_id bigint not null references tenant (id) on delete cascade,
  table_name text not null check (table_name in ( 'client', 'department', 'cost_center', 'ledger_account', 'posting_key', 'supplier', 'product_group', 'product', 'procurement', 'invoice')),
  record_id bigint not null,
  -- Of a document: that with which it was made.
  content_version integer,
  primary key (tenant_id, table_name, record_id)
);

-- Devices on which a person has logged in (AUTH-31).
create table known_device (
  tenant_id bigint not null,
  lb_user_id bigint not null,
  device text not null check (length(device) between 1 and 100),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (tenant_id, lb_user_id, device),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);

-- Links and tokens that nobody knows belong to no tenant (AUTH-35): they are counted by the hour, and nothing of them is kept. So a few
-- rows a day are all that somebody can fill who tries millions.
create table unknown_access (
  hour timestamptz not null,
  code text not null check (code in ('unknown_link', 'unknown_token', 'unknown_session')),
  times bigint not null check (times > 0),
  primary key (hour, code)
);

-- Keys of earlier tables that point here.
alter table record_lock add foreign key (tenant_id, locked_by_id) references lb_user(tenant_id, id) on delete cascade;
alter table job add foreign key (tenant_id, lb_user_id) references lb_user(tenant_id, id) on delete set null (lb_user_id);
alter table job add foreign key (tenant_id, actor_id) references lb_user(tenant_id, id) on delete set null (actor_id);
alter table file add foreign key (tenant_id, created_by_id) references lb_user(tenant_id, id) on delete set null (created_by_id);
alter table mail add foreign key (tenant_id, lb_user_id) references lb_user(tenant_id, id) on delete set null (lb_user_id);
alter table configuration add foreign key (tenant_id, lb_user_id) references lb_user(tenant_id, id) on delete set null (lb_user_id);
