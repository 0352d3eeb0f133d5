-- Tenants, people, groups, sessions; audit, jobs, files, mail: what every feature needs.

create table tenant (
  id bigint generated always as identity primary key,
  name text not null collate app.german unique check (name <> '' and length(name) <= 50),
  main_language text not null default 'de' check (main_language in ('de', 'en', 'it', 'cz', 'sk')),
  default_decimal_places integer not null default 2 check (default_decimal_places between 2 and 4),
  status text not null default 'active' check (status in ('active', 'archived')),
  restored_at timestamptz,
  archived_at timestamptz,
  document_limit integer, procurement_limit integer, invoice_limit integer,
  base_price_document numeric(14, 4), base_price_procurement numeric(14, 4), base_price_invoice numeric(14, 4),
  extra_price_document numeric(14, 4), extra_price_procurement numeric(14, 4), extra_price_invoice numeric(14, 4),
  recognition_unit_price numeric(14, 4),
  easybill_id text,
  account text, holder text, bic text, bank_code text, iban text, bank_name text,
  billing_name text, billing_consignee text, street text, zipcode text, city text, state text, country text, phone text,
  contact_email text, billing_email text, import_invoice_email text,
  sepa_agreement boolean not null default false, sepa_agreement_date date, sepa_mandate_reference text,
  sepa_creditor_id text, sepa_scheme text check (sepa_scheme in ('CORE', 'B2B')), sepa_last_use date,
  sepa_prenotification_days integer,
  automatic_billing boolean not null default false,
  automatic_billing_mail boolean not null default false,
  debit_credit_reverse boolean not null default false,
  standard_package boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table lb_user (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  email text check (length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  lang text not null default 'de' check (lang in ('de', 'en', 'it', 'cz', 'sk')),
  client_id bigint, department_id bigint, cost_center_id bigint, location_id bigint,
  approval_limit numeric(14, 2) check (approval_limit > 0),
  priority_approval_limit integer check (priority_approval_limit between 1 and 1000),
  roles text[] not null default '{}' check (roles <@ array[
    'user-admin', 'user-operator', 'user-price', 'user-dashboard', 'user-change-order', 'user-see-all-orders',
    'user-see-all-orders-belonging-to-own-company', 'user-see-all-orders-belonging-to-own-department',
    'user-see-own-orders-and-involved', 'user-see-all-invoices',
    'user-see-all-invoices-belonging-to-own-company', 'user-see-own-invoices-and-involved',
    'user-can-change-invoices', 'user-export-invoice', 'user-can-delete-document-directly',
    'user-can-insert-product', 'user-can-insert-supplier', 'user-see-client-addresses', 'user-change-contract',
    'user-insert-contract', 'user-see-contracts', 'user-see-contracts-belonging-to-own-company',
    'user-see-contracts-belonging-to-own-department', 'user-see-own-contracts-and-involved', 'user-auditor']),
  is_group boolean not null default false,
  blocked boolean not null default false,
  active boolean not null default true,
  show_tour boolean not null default true,
  token_version integer not null default 1,
  api_token_hash bytea,
  token_issued_at timestamptz,
  token_expires_at timestamptz,
  signature_file_id uuid,
  substitute_id bigint, absence_from date, absence_to date,
  notification_mail_interval_minutes integer check (notification_mail_interval_minutes between 0 and 10080),
  timeline_order text check (timeline_order in ('asc', 'desc')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, substitute_id) references lb_user (tenant_id, id) on delete set null (substitute_id),
  constraint lb_user_email_required check (is_group or email is not null),
  -- ROLE-08: the dashboard shows amounts.
  constraint lb_user_dashboard_needs_price check (not 'user-dashboard' = any (roles) or roles && array['user-price', 'user-admin']),
  constraint lb_user_absence check (absence_to >= absence_from)
);
create unique index lb_user_email_key on lb_user (tenant_id, lower(email));
create unique index lb_user_group_name_key on lb_user (tenant_id, lower(name)) where is_group;
create index lb_user_login on lb_user (lower(email));
create unique index lb_user_api_token_key on lb_user (api_token_hash) where api_token_hash is not null;
create index on lb_user (tenant_id, substitute_id);

create table task_group_user (
  tenant_id bigint not null,
  task_group_id bigint not null,
  lb_user_id bigint not null,
  primary key (tenant_id, task_group_id, lb_user_id),
  foreign key (tenant_id, task_group_id) references lb_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on task_group_user (tenant_id, lb_user_id);

create table permission (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
create table permission_user (
  tenant_id bigint not null,
  permission_id bigint not null,
  lb_user_id bigint not null,
  primary key (tenant_id, permission_id, lb_user_id),
  foreign key (tenant_id, permission_id) references permission (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on permission_user (tenant_id, lb_user_id);

-- What happens before a person is known, and the sessions. Tokens are stored as SHA-256 only (AUTH-05, TECH-07).
create table login_token (
  tenant_id bigint not null,
  id uuid not null default gen_random_uuid(),
  lb_user_id bigint not null,
  token_hash bytea not null unique,
  return_to text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
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
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  family_started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz not null default now(),
  replaced_at timestamptz,
  revoked_at timestamptz,
  user_agent text,
  client_address text,
  primary key (tenant_id, id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, actor_id) references lb_user (tenant_id, id) on delete cascade
);
create index on refresh_token (tenant_id, lb_user_id);
create index on refresh_token (tenant_id, actor_id);
create index on refresh_token (family);

create table passkey (
  tenant_id bigint not null,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  name text not null check (trim(name) <> '' and length(name) <= 255),
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  last_login timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on passkey (tenant_id, lb_user_id);

create table audit_log (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  type text not null check (type in ('insert', 'update', 'delete', 'info', 'checkbox')),
  "table" text not null,
  relation_table text,
  foreign_key bigint,
  lb_user_id bigint,
  affected_properties text[] not null default '{}',
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
  primary key (tenant_id, id)
);
create index on audit_log (tenant_id, "table", foreign_key, id);
create index on audit_log (tenant_id, procurement_id, id) where procurement_id is not null;
create index on audit_log (tenant_id, invoice_id, id) where invoice_id is not null;

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
  primary key (tenant_id, lb_user_id, idempotency_key)
);
create index on command_log (created_at);

create table record_lock (
  tenant_id bigint not null references tenant (id) on delete cascade,
  table_name text not null check (table_name in ('timeline')),
  foreign_id bigint not null,
  locked_at timestamptz not null default now(),
  locked_by_id bigint not null,
  primary key (tenant_id, table_name, foreign_id),
  foreign key (tenant_id, locked_by_id) references lb_user (tenant_id, id) on delete cascade
);
create index on record_lock (tenant_id, locked_by_id);

create table number_counter (
  tenant_id bigint not null references tenant (id) on delete cascade,
  abbreviation text not null check (abbreviation in ('PO', 'IN', 'DR', 'CT', 'DN')),
  last integer not null,
  primary key (tenant_id, abbreviation)
);

create table job (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  input jsonb not null default '{}',
  result jsonb,
  -- A refusal: code and values, never a text of the program (ERR-15).
  error jsonb,
  attempts integer not null default 0,
  lb_user_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete set null (lb_user_id)
);
create index on job (tenant_id, lb_user_id, id);
create index on job (tenant_id) where state in ('queued', 'running');

create table worker (
  id text primary key,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now()
);

create table file (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 255),
  mime text not null,
  size integer not null check (size between 0 and 10485760),
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
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by_id) references lb_user (tenant_id, id) on delete set null (created_by_id)
);
create index on file (tenant_id, procurement_id) where procurement_id is not null;
create index on file (tenant_id, invoice_id) where invoice_id is not null;
create index on file (tenant_id, created_by_id);
create table file_chunk (
  tenant_id bigint not null,
  file_id uuid not null,
  chunk_no integer not null,
  bytes bytea not null check (length(bytes) <= 262144),
  primary key (tenant_id, file_id, chunk_no),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete cascade
);
alter table file_chunk alter column bytes set storage external;
alter table lb_user add foreign key (tenant_id, signature_file_id)
  references file (tenant_id, id) on delete set null (signature_file_id);

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
  primary key (tenant_id, id),
  unique (tenant_id, job_id),
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete set null (job_id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete set null (lb_user_id)
);
create index on mail (created_at);
-- An order that is sent again keeps its Message-ID, so that its reader can tell (PROC-17).
create index on mail (tenant_id, message_id);
create index on mail (tenant_id, lb_user_id);
create index on mail (tenant_id, procurement_id) where procurement_id is not null;
create table mail_attachment (
  tenant_id bigint not null,
  mail_id bigint not null,
  file_id uuid not null,
  primary key (tenant_id, mail_id, file_id),
  foreign key (tenant_id, mail_id) references mail (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete cascade
);

create table notification (
  tenant_id bigint not null,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  kind text not null check (kind in ('task_incoming', 'task_taken', 'question', 'reminder')),
  timeline_entry_id bigint,
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
-- Once per entry, person and kind (TASK-03, TASK-20).
create unique index notification_once on notification (tenant_id, timeline_entry_id, lb_user_id, kind);
create index on notification (tenant_id, lb_user_id, sent_at);

create table tour (
  tenant_id bigint not null,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  page text not null check (length(page) <= 255),
  primary key (tenant_id, id),
  unique (tenant_id, lb_user_id, page),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);

create table global_configuration (
  id bigint generated always as identity primary key,
  key text not null unique,
  type text not null default 'string' check (type in ('string', 'number', 'boolean', 'date', 'json')),
  value text,
  "group" text,
  label text
);

-- Whether the person may act as others (AUTH-21): an administrator, by himself or by a task group (ROLE-03).
create function app.administers(in_tenant bigint, in_person bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.lb_user u
    where u.tenant_id = in_tenant and u.id = in_person and u.active and not u.blocked and (
      'user-admin' = any (u.roles) or exists (
        select from public.task_group_user m
        join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.is_group and g.active
        where m.tenant_id = u.tenant_id and m.lb_user_id = u.id and 'user-admin' = any (g.roles))))
$$;

-- Enters a tenant as a person (TECH-03): checks that the token still speaks for him and sets the context
-- that every policy reads. A null version is a job, which acts for the tenant; person 0 is the tenant itself,
-- for jobs that nobody asked for (JOB-03). SQLSTATE 28000 = unauthenticated.
create function app.enter(
  in_tenant bigint, in_person bigint, in_actor bigint, in_version integer, in_as_operator boolean
) returns void language plpgsql volatile security definer set search_path = '' as $$
declare
  person record;
  groups bigint[];
  effective text[];
begin
  if in_person = 0 and in_actor = 0 and in_version is null and not in_as_operator then
    perform app.enter_as_tenant(in_tenant);
    return;
  end if;
  select u.id, u.roles, u.client_id, u.department_id, u.token_version, u.blocked, u.active, t.status
    into person
    from public.lb_user u join public.tenant t on t.id = u.tenant_id
    where u.tenant_id = in_tenant and u.id = in_person;
  if person.id is null or person.status <> 'active'
     or (in_version is not null and (person.token_version <> in_version or person.blocked or not person.active)) then
    raise exception 'unauthenticated' using errcode = '28000';
  end if;
  if in_actor <> in_person and not app.administers(in_tenant, in_actor) then
    raise exception 'unauthenticated' using errcode = '28000';
  end if;
  select coalesce(array_agg(g.id), '{}'), coalesce(array_agg(distinct role) filter (where role is not null), '{}')
    into groups, effective
    from public.task_group_user m
    join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.is_group and g.active
    left join lateral unnest(g.roles) as role on true
    where m.tenant_id = in_tenant and m.lb_user_id = in_person;
  effective := effective || person.roles;
  -- Nobody crosses tenants in the name of somebody else.
  if in_as_operator and (in_actor <> in_person or not 'user-operator' = any (effective)) then
    raise exception 'permission denied for table tenant' using errcode = '42501';
  end if;
  perform
    set_config('app.tenant_id', in_tenant::text, true),
    set_config('app.user_id', in_person::text, true),
    set_config('app.actor_id', in_actor::text, true),
    set_config('app.roles', array_to_string(effective, ','), true),
    set_config('app.is_admin', case when 'user-admin' = any (effective) then 'on' else '' end, true),
    set_config('app.is_operator', case when in_as_operator then 'on' else '' end, true),
    set_config('app.persons', (in_person || groups)::text, true),
    set_config('app.client_id', coalesce(person.client_id::text, ''), true),
    set_config('app.department_id', coalesce(person.department_id::text, ''), true),
    set_config('app.permissions', app.permissions_of(in_tenant, in_person)::text, true),
    set_config('app.procurement_scope', app.scope_of(effective, 'user-see-all-orders'), true),
    set_config('app.procurement_involved', app.involved_of(effective, 'user-see-all-orders', 'user-see-own-orders-and-involved'), true),
    set_config('app.invoice_scope', app.scope_of(effective, 'user-see-all-invoices'), true),
    set_config('app.invoice_involved', app.involved_of(effective, 'user-see-all-invoices', 'user-see-own-invoices-and-involved'), true),
    set_config('app.contract_scope', app.scope_of(effective, 'user-see-contracts'), true),
    set_config('app.contract_involved', app.involved_of(effective, 'user-see-contracts', 'user-see-own-contracts-and-involved'), true);
end
$$;

-- The tenant itself sees and may everything inside its wall; what it writes names no person.
create function app.enter_as_tenant(in_tenant bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.tenant where id = in_tenant and status = 'active') then
    raise exception 'unauthenticated' using errcode = '28000';
  end if;
  perform
    set_config('app.tenant_id', in_tenant::text, true),
    set_config('app.user_id', '', true),
    set_config('app.actor_id', '', true),
    set_config('app.roles', 'user-admin', true),
    set_config('app.is_admin', 'on', true),
    set_config('app.is_operator', '', true),
    set_config('app.persons', '{}', true),
    set_config('app.client_id', '', true),
    set_config('app.department_id', '', true),
    set_config('app.permissions', '{}', true),
    set_config('app.procurement_scope', 'all', true), set_config('app.procurement_involved', '', true),
    set_config('app.invoice_scope', 'all', true), set_config('app.invoice_involved', '', true),
    set_config('app.contract_scope', 'all', true), set_config('app.contract_involved', '', true);
end
$$;

-- The widest scope that the roles grant (ROLE-04); `widest` is the role that sees all companies.
create function app.scope_of(effective text[], widest text) returns text language sql immutable
return case
  when effective && array[widest, 'user-admin'] then 'all'
  when effective && array[widest || '-belonging-to-own-company'] then 'client'
  when effective && array[widest || '-belonging-to-own-department'] then 'department'
  else 'own'
end;

-- Whether every way of being involved counts (ROLE-05): the role for it, or any wider scope (ROLE-04).
create function app.involved_of(effective text[], widest text, involved text) returns text language sql immutable
return case when effective && array[involved] or app.scope_of(effective, widest) <> 'own' then 'on' else '' end;

create function app.permissions_of(in_tenant bigint, in_person bigint) returns bigint[]
language sql stable
return (
  select coalesce(array_agg(p.id), '{}')
  from public.permission_user m
  join public.permission p on p.tenant_id = m.tenant_id and p.id = m.permission_id and p.active
  where m.tenant_id = in_tenant and m.lb_user_id = in_person
);
grant execute on function app.enter(bigint, bigint, bigint, integer, boolean) to kontor_web;

-- Nobody inside a tenant grants the operator's role (ROLE-02); the installation does, outside the API. Nor does
-- anybody take over an operator's login by another address or token, or join a group that holds the role.
create function app.guard_operator_role() returns trigger language plpgsql as $$
declare
  is_taken boolean;
begin
  if current_user <> 'writer' then
    return new;
  end if;
  if tg_table_name = 'task_group_user' then
    is_taken := exists (select from public.lb_user g where g.tenant_id = new.tenant_id and g.id = new.task_group_id
                          and 'user-operator' = any (g.roles));
  elsif tg_op = 'INSERT' then
    is_taken := 'user-operator' = any (new.roles);
  elsif 'user-operator' = any (old.roles) then
    is_taken := (new.email, new.api_token_hash) is distinct from (old.email, old.api_token_hash)
      and app.actor_id() is distinct from old.id;
  else
    is_taken := 'user-operator' = any (new.roles);
  end if;
  if is_taken then
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger guard_operator_role before insert or update on lb_user for each row execute function app.guard_operator_role();
create trigger guard_operator_role before insert or update on task_group_user for each row execute function app.guard_operator_role();

-- Rights changed: tokens issued for the former rights no longer open the door (AUTH-20).
create function app.bump_token_version() returns trigger language plpgsql as $$
begin
  if (new.roles, new.blocked, new.active, new.client_id, new.department_id)
     is distinct from (old.roles, old.blocked, old.active, old.client_id, old.department_id) then
    new.token_version := old.token_version + 1;
  end if;
  return new;
end
$$;
create trigger bump_token_version before update on lb_user for each row execute function app.bump_token_version();

create function app.bump_members() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'lb_user' then
    if new.is_group and (new.roles, new.active) is distinct from (old.roles, old.active) then
      update public.lb_user set token_version = token_version + 1
        where tenant_id = new.tenant_id
          and id in (select lb_user_id from public.task_group_user where tenant_id = new.tenant_id and task_group_id = new.id);
    end if;
  else
    update public.lb_user set token_version = token_version + 1
      where tenant_id = coalesce(new.tenant_id, old.tenant_id) and id in (new.lb_user_id, old.lb_user_id);
  end if;
  return null;
end
$$;
create trigger bump_members after update on lb_user for each row execute function app.bump_members();
create trigger bump_members after insert or update or delete on task_group_user for each row execute function app.bump_members();

call app.wall('lb_user', amounts => '{approval_limit}', secrets => '{api_token_hash,token_version}', ignored => '{token_version}');
call app.wall('task_group_user');
call app.wall('permission');
call app.wall('permission_user');
call app.wall('login_token', secrets => '{token_hash}', readable => false, audited => false);
call app.wall('refresh_token', visible => 'lb_user_id = (select app.user_id()) or (select app.is_admin())',
  secrets => '{token_hash}', audited => false);
call app.wall('passkey', visible => 'lb_user_id = (select app.user_id()) or (select app.is_admin())',
  secrets => '{credential_id,public_key,counter}');
call app.wall('transaction', visible => 'lb_user_id = (select app.user_id()) or (select app.is_admin())',
  amounts => '{variables,response}', audited => false);
call app.wall('command_log', readable => false, audited => false);
call app.wall('record_lock', audited => false);
call app.wall('number_counter', readable => false, audited => false);
call app.wall('job', visible => 'lb_user_id = (select app.user_id()) or (select app.is_admin())',
  secrets => '{input}', audited => false);
call app.wall('mail', readable => false, audited => false);
call app.wall('mail_attachment', readable => false, audited => false);
call app.wall('notification', visible => 'lb_user_id = (select app.user_id())', amounts => '{payload}', audited => false);
call app.wall('tour', visible => 'lb_user_id = (select app.user_id())', audited => false);

-- A reader who sees no document behind the audit row sees the row only with the record itself (ROLE-21).
create function app.sees_record(table_name text, record bigint) returns boolean language plpgsql stable as $$
declare
  found_it boolean;
begin
  if record is null then
    return false;
  end if;
  execute format('select exists (select from public.%I where tenant_id = app.tenant_id() and id = $1)', table_name)
    into found_it using record;
  return found_it;
exception when insufficient_privilege or undefined_column or undefined_table then
  return false;
end
$$;
grant execute on function app.sees_record(text, bigint) to reader, reader_price;

-- Free texts of the audit (types info and checkbox); rows about changes come from the trigger alone (AUD-01).
create function app.note_audit(in_type text, in_table text, in_relation text, in_record bigint, in_info text) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_id bigint;
  via text;
begin
  if app.actor_id() is distinct from app.user_id() then
    select ' via ' || name into via from public.lb_user where tenant_id = app.tenant_id() and id = app.user_id();
  end if;
  if in_type not in ('info', 'checkbox') or app.tenant_id() is null then
    raise exception 'permission denied for table audit_log' using errcode = '42501';
  end if;
  insert into public.audit_log (tenant_id, type, "table", relation_table, foreign_key, lb_user_id, info, random_id, procurement_id, invoice_id)
    values (app.tenant_id(), in_type, in_table, in_relation, in_record, app.actor_id(), in_info || coalesce(via, ''), app.audit_group(),
            case when in_table = 'procurement' then in_record end, case when in_table = 'invoice' then in_record end)
    returning id into new_id;
  return new_id;
end
$$;
grant execute on function app.note_audit(text, text, text, bigint, text) to writer;

-- The tenant itself: its own people see who they are, the operator sees all.
alter table tenant enable row level security;
alter table tenant force row level security;
create policy own_tenant on tenant for select to reader, reader_price, writer using (id = (select app.tenant_id()));
create policy own_settings on tenant for update to writer using (id = (select app.tenant_id())) with check (id = (select app.tenant_id()));
create policy operator_wall on tenant to operator using ((select app.is_operator())) with check ((select app.is_operator()));
grant select (id, name, main_language, default_decimal_places, status, contact_email, billing_email, import_invoice_email,
  billing_name, billing_consignee, street, zipcode, city, state, country, phone, created_at, updated_at)
  on tenant to reader, reader_price;
grant select on tenant to writer;
-- Not the name: it is unique among all tenants, so trying names would reveal who the others are.
grant update (main_language, default_decimal_places, contact_email, billing_email, import_invoice_email,
  billing_name, billing_consignee, street, zipcode, city, state, country, phone, account, holder, bic, bank_code,
  iban, bank_name, sepa_agreement, sepa_agreement_date, sepa_mandate_reference) on tenant to writer;
grant select, insert, update, delete on tenant to operator;
create trigger touch before update on tenant for each row execute function app.touch();

alter table global_configuration enable row level security;
alter table global_configuration force row level security;
create policy everybody_reads on global_configuration for select to reader, reader_price, writer using (true);
create policy operator_wall on global_configuration to operator using ((select app.is_operator())) with check ((select app.is_operator()));
grant select on global_configuration to reader, reader_price, writer;
grant select, insert, update, delete on global_configuration to operator;

-- The gate: login, sessions, mails and jobs before (or without) a person.
create policy at_the_gate on tenant for select to gate using (true);
create policy at_the_gate on lb_user to gate using (true) with check (true);
create policy at_the_gate on login_token to gate using (true) with check (true);
create policy at_the_gate on refresh_token to gate using (true) with check (true);
create policy at_the_gate on passkey to gate using (true) with check (true);
create policy at_the_gate on mail to gate using (true) with check (true);
create policy at_the_gate on job to gate using (true) with check (true);
create policy at_the_gate on task_group_user for select to gate using (true);
create policy at_the_gate on permission_user for select to gate using (true);
create policy at_the_gate on permission for select to gate using (true);
alter table login_request enable row level security;
alter table login_request force row level security;
create policy at_the_gate on login_request to gate using (true) with check (true);
alter table worker enable row level security;
alter table worker force row level security;
create policy at_the_gate on worker to gate using (true) with check (true);
grant select (id, name, main_language, status) on tenant to gate;
grant select (tenant_id, id, email, name, lang, roles, is_group, blocked, active, token_version, api_token_hash, token_expires_at)
  on lb_user to gate;
grant select on task_group_user, permission_user, permission to gate;
grant select, insert, update, delete on login_token, login_request, refresh_token, worker to gate;
grant select, update (counter, last_login) on passkey to gate;
grant select, insert, update on mail to gate;
grant select, update on job to gate;

-- Files: visible with the document they belong to; the policies on documents come with the documents.
call app.wall('file_chunk', visible => 'exists (select from file f where f.tenant_id = file_chunk.tenant_id and f.id = file_chunk.file_id)',
  audited => false);

-- The queue (JOB-01). Retry times and the number of attempts are the product's own, see jobs.ts; the queue's
-- own limit only has to be higher. A tenant with many open jobs waits behind one with few.

create function app.queue_job(in_tenant bigint, in_job bigint, in_kind text, in_run_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform graphile_worker.add_job(
    in_kind, json_build_object('tenant_id', in_tenant, 'job_id', in_job), run_at => in_run_at, max_attempts => 100,
    priority => (select count(*)::integer from public.job
                 where tenant_id = in_tenant and id <> in_job and state in ('queued', 'running')));
end
$$;

-- Puts a job into the queue inside the transaction that needs it. The tenant comes from the session.
create function app.enqueue(in_kind text, in_input jsonb, in_run_at timestamptz default null) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_job bigint;
begin
  if app.tenant_id() is null then
    raise exception 'a job needs a tenant' using errcode = '42501';
  end if;
  insert into public.job (tenant_id, kind, input, lb_user_id)
    values (app.tenant_id(), in_kind, in_input, app.user_id())
    returning id into new_job;
  perform app.queue_job(app.tenant_id(), new_job, in_kind, in_run_at);
  return new_job;
end
$$;
grant execute on function app.enqueue(text, jsonb, timestamptz) to writer;

-- Puts a job that failed into the queue again.
create function app.repeat_job(in_tenant bigint, in_job bigint, in_run_at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  select app.queue_job(tenant_id, id, kind, in_run_at) from public.job where tenant_id = in_tenant and id = in_job;
$$;
grant execute on function app.repeat_job(bigint, bigint, timestamptz) to gate;

-- Puts a mail into the queue; at the gate the tenant is an argument because there is no session yet.
create function app.enqueue_mail(in_tenant bigint, in_mail bigint, in_run_at timestamptz default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if app.tenant_id() is distinct from in_tenant and app.tenant_id() is not null then
    raise exception 'mail of another tenant' using errcode = '42501';
  end if;
  perform graphile_worker.add_job(
    'mail', json_build_object('tenant_id', in_tenant, 'mail_id', in_mail), run_at => in_run_at, max_attempts => 100);
end
$$;
grant execute on function app.enqueue_mail(bigint, bigint, timestamptz) to writer, gate;

-- Plans the next collected mail of a person. One plan at a time: later tasks join the mail that is planned already,
-- and what comes while it is being written plans the next one (MAIL-02).
create function app.enqueue_digest(in_person bigint, in_run_at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if app.tenant_id() is null then
    raise exception 'a digest needs a tenant' using errcode = '42501';
  end if;
  perform graphile_worker.add_job(
    'digest', json_build_object('tenant_id', app.tenant_id(), 'person_id', in_person), run_at => in_run_at,
    max_attempts => 25, job_key => format('digest %s %s', app.tenant_id(), in_person), job_key_mode => 'preserve_run_at');
end
$$;
grant execute on function app.enqueue_digest(bigint, timestamptz) to writer;

-- Leaves the search for the address to the worker, so that the answer takes equally long for a known and for
-- an unknown one (AUTH-06).
create function app.enqueue_login(in_email text, in_tenant text, in_return_to text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform graphile_worker.add_job(
    'login', json_build_object('email', in_email, 'tenant', in_tenant, 'return_to', in_return_to), max_attempts => 5);
end
$$;
grant execute on function app.enqueue_login(text, text, text) to gate;

-- Frees the jobs of workers that were silent for so long (JOB-05); returns their names.
create function app.sweep_workers(in_silence interval) returns text[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  silent text[];
begin
  delete from public.worker where heartbeat_at < clock_timestamp() - in_silence;
  select array_agg(distinct locked_by) into silent
    from graphile_worker.jobs
    where locked_by not in (select id from public.worker) and locked_at < clock_timestamp() - in_silence;
  if silent is not null then
    perform graphile_worker.force_unlock_workers(silent);
  end if;
  return coalesce(silent, '{}');
end
$$;
grant execute on function app.sweep_workers(interval) to gate;

-- Forgets what has served its time (JOB-02, API-39, AUD-09).
create function app.clean_up() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.login_request where created_at < now() - interval '1 day';
  delete from public.login_token where expires_at < now() - interval '1 day';
  delete from public.refresh_token where expires_at < now() - interval '1 day';
  delete from public.command_log where created_at < now() - interval '7 days';
  delete from public.transaction where created_at < now() - interval '90 days';
  delete from public.record_lock where locked_at < now() - interval '1 day';
end
$$;
grant execute on function app.clean_up() to gate;
