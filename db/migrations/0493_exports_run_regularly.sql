-- Files of lists and master data that leave the product by a rhythm (EXP-17).
-- function app.enqueue_scheduled_exports
-- function app.log_sent_file
-- function app.forget_moved_export_secret
alter table security_log drop constraint security_log_kind_check,
  add constraint security_log_kind_check check (kind in ('login', 'login_failed', 'new_device', 'logout', 'session_ended', 'passkey_made',
    'passkey_removed', 'sign_on_bound', 'sign_on_removed', 'token_made', 'token_revoked', 'token_refused', 'acting_began', 'acting_ended',
    'address_changed', 'rights_changed', 'control_changed', 'refused', 'file_sent'));

-- The places outside of the product to which files may go; administrators approve them (AUTH-37).
create table export_destination (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  kind text not null check (kind in ('mail', 'folder', 'store')),
  -- A mail address, a folder below that of the tenant, or the address of an S3-compatible store with bucket and folders.
  place text not null check (length(place) <= 500),
  region text check (region ~ '^[a-z0-9-]{1,60}$'),
  access_key_id text check (length(access_key_id) <= 255),
  -- Encrypted by the application.
  secret_access_key bytea,
  has_secret_access_key boolean not null generated always as (secret_access_key is not null) stored,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[name])) stored,
  primary key (tenant_id, id),
  constraint export_destination_place check (case kind when 'mail' then place ~ '^[^[:space:]@]+@[^[:space:]@]+$'
    when 'folder' then place ~ '^[[:alnum:]][[:alnum:] _-]{0,59}$' else place ~ '^https?://[^[:space:]?#@]+$' end)
);
create index export_destination_search_text on export_destination using gin (tenant_id, search_text gin_trgm_ops);
call app.wall('export_destination', secrets => '{secret_access_key}', ignored => '{has_secret_access_key,search_text}');
create policy only_audited on export_destination as restrictive for select to auditor using (false);
create trigger hold_control before insert or delete or update on export_destination for each row
  when (current_user = 'writer'::name) execute function app.hold_control();
-- After `hold_control`, which keeps what waits as it was.
create trigger move_secret before update of kind, place, access_key_id on export_destination for each row
  when ((old.kind, old.place, old.access_key_id) is distinct from (new.kind, new.place, new.access_key_id))
  execute function app.forget_moved_export_secret();

create table scheduled_export (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 60),
  -- The person, or service account, whose rights say what a file contains.
  lb_user_id bigint not null,
  -- What a file shows: a list with its filters and columns, or master data.
  content jsonb not null check (jsonb_typeof(content) = 'object' and length(content::text) <= 8000),
  format text not null check (format in ('csv', 'xlsx')),
  -- Of titles and translated names.
  language text not null check (length(language) = 2),
  rhythm text not null check (rhythm in ('daily', 'weekly', 'monthly')),
  -- Minutes after midnight of the tenant.
  at_minute smallint not null check (at_minute between 0 and 1439),
  -- 1 = Monday to 7 = Sunday.
  weekdays smallint[] not null default '{}' check (weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  -- 0: the last banking day of the month; 29 to 31: at the latest its last day.
  month_day smallint check (month_day between 0 and 31),
  -- Null: the own address of the owner.
  export_destination_id bigint,
  active boolean not null default true,
  -- Switched off by the product, because the owner may no longer log in.
  is_stopped boolean not null default false,
  next_run_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, export_destination_id) references export_destination (tenant_id, id),
  constraint scheduled_export_rhythm check ((rhythm = 'weekly') = (cardinality(weekdays) > 0) and (rhythm = 'monthly') = (month_day is not null)),
  constraint scheduled_export_next check (active = (next_run_at is not null))
);
create index on scheduled_export (tenant_id, lb_user_id);
create index on scheduled_export (tenant_id, export_destination_id);
create index scheduled_export_due on scheduled_export (next_run_at) where active;
call app.wall('scheduled_export', ignored => '{next_run_at}',
  visible => 'lb_user_id = (select app.user_id()) or (select app.is_admin())');

-- One file of a scheduled export, with what came of it.
create table scheduled_export_run (
  tenant_id bigint not null,
  id bigint generated always as identity,
  scheduled_export_id bigint not null,
  -- The moment of the rhythm, or of the order by a person; a moment has one file.
  planned_at timestamptz not null,
  job_id bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'uncertain')),
  -- Where to, as it stood then: an address, a folder, or a key of a store.
  target text,
  file_name text,
  row_count integer,
  byte_count bigint,
  -- Why it was not sent, or not yet.
  problem jsonb,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, job_id),
  unique (tenant_id, scheduled_export_id, planned_at),
  foreign key (tenant_id, scheduled_export_id) references scheduled_export (tenant_id, id) on delete cascade
);
create index scheduled_export_run_created on scheduled_export_run (created_at);
call app.wall('scheduled_export_run', audited => false, visible => 'exists (select from scheduled_export e
  where e.tenant_id = scheduled_export_run.tenant_id and e.id = scheduled_export_run.scheduled_export_id
    and (e.lb_user_id = (select app.user_id()) or (select app.is_admin())))');
create trigger security after update of state on scheduled_export_run
  for each row when (new.state in ('sent', 'uncertain') and old.state = 'waiting') execute function app.log_sent_file();
