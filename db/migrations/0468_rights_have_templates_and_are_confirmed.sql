-- Own templates of rights, besides those of the product (ADM-21). What a person holds are rights, never a template.
create table role_template (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  roles text[] not null default '{}',
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[name])) stored,
  primary key (tenant_id, id),
  constraint role_template_name_key exclude using btree (tenant_id with =, lower(name) with =) deferrable,
  -- Operators are made by the installation, auditors with company and period (ROLE-02, ARC-04).
  constraint role_template_grantable check (not roles && '{user-operator,user-auditor}')
);
create index role_template_search_text on role_template using gin (tenant_id, search_text gin_trgm_ops);
call app.wall('role_template', ignored => '{search_text}', visible => '(select app.is_admin())');
create trigger hold_control before insert or delete or update on role_template for each row
  when (current_user = 'writer'::name) execute function app.hold_control();

-- Confirmations of all rights as they were at that moment (ADM-21), kept for auditors. Where there is a second
-- administrator, the first one's waits for the other.
create table rights_review (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  matrix jsonb not null,
  -- Of the matrix, as hexadecimal digits: both confirm the same.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- No foreign keys: who it was stays known, as in the audit.
  confirmed_by_id bigint not null,
  confirmed_by text not null,
  confirmed_at timestamptz not null default clock_timestamp(),
  second_by_id bigint,
  second_by text,
  second_at timestamptz,
  -- Nobody else could confirm.
  is_alone boolean not null,
  is_complete boolean not null generated always as (is_alone or second_at is not null) stored,
  primary key (tenant_id, id),
  constraint rights_review_second check (num_nulls(second_by_id, second_by, second_at) in (0, 3) and second_by_id <> confirmed_by_id)
);
-- One waits at most.
create unique index rights_review_waiting on rights_review (tenant_id) where not is_complete;
call app.wall('rights_review', readable => false, audited => false);
revoke insert, update, delete on rights_review from writer;
-- function app.keep_review
create trigger keep_review before update or delete on rights_review for each row execute function app.keep_review();

-- Searches in the manual that found nothing (ONB-10), without who searched.
create table manual_miss (
  tenant_id bigint not null references tenant (id) on delete cascade,
  text text not null check (length(text) between 3 and 100),
  times integer not null default 1 check (times > 0),
  last_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, text)
);
call app.wall('manual_miss', readable => false, audited => false);
