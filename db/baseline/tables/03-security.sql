-- What governs control waits for a second administrator, by whatever way it is changed (AUTH-31, AUTH-37).
-- Each change of it stands here, also the one that a sole administrator makes at once.
create table control_change (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  table_name text not null,
  -- The entry of the register: a column, the key of a setting, or the table itself where its rows are what is changed.
  control text not null,
  act text not null check (act in ('insert', 'update', 'delete')),
  -- The primary key within the tenant; of a row that is to come, its values.
  row_key jsonb not null,
  -- The columns of the entry; null where there is no row yet, or none any more.
  before jsonb,
  after jsonb,
  -- The record on whose form it is seen, and its name at that time.
  of_table text not null,
  of_id bigint,
  of_name text not null check (length(of_name) <= 300),
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'rejected', 'void')),
  -- No second administrator could have confirmed it.
  at_once boolean not null default false,
  proposed_by_id bigint,
  proposed_at timestamptz not null default now(),
  decided_by_id bigint,
  decided_at timestamptz,
  -- How much of it the people whom it concerns have been told.
  told text not null default 'nothing' check (told in ('nothing', 'waiting', 'all')),
  -- A budget that is set below its use, moved to another time, account or cost center, deactivated or deleted while something is
  -- counted in it waits for a second administrator (AUTH-37), and the change says how much was counted.
  used numeric(14,2),
  primary key (tenant_id, id),
  foreign key (tenant_id, proposed_by_id) references lb_user (tenant_id, id) on delete set null (proposed_by_id),
  foreign key (tenant_id, decided_by_id) references lb_user (tenant_id, id) on delete set null (decided_by_id),
  constraint control_change_decided check ((state = 'pending') = (decided_at is null)),
  constraint control_change_by_two check (state <> 'confirmed' or at_once or decided_by_id <> proposed_by_id)
);
create index on control_change (tenant_id, proposed_by_id);
create index on control_change (tenant_id, decided_by_id);
create index on control_change (tenant_id, table_name, row_key, control);
create index on control_change (tenant_id, of_table, of_id);
create unique index control_change_pending on control_change (tenant_id, table_name, row_key, control) where state = 'pending';
create index control_change_untold on control_change (tenant_id) where told <> 'all';

create table security_log (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  created_at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('login', 'login_failed', 'new_device', 'logout', 'session_ended', 'passkey_made', 'passkey_removed', 'token_made', 'token_revoked', 'token_refused', 'acting_began', 'acting_ended', 'address_changed', 'rights_changed', 'control_changed', 'refused')),
  -- Whose account it is about, and the human who did it. No foreign keys: who it was stays known, as in the audit.
  lb_user_id bigint,
  actor_id bigint,
  means text check (length(means) <= 20),
  -- What it was about: a command, a route, or a table with its columns. Never a value.
  what text check (length(what) <= 200),
  target_id bigint,
  -- Why it was refused or ended.
  code text check (length(code) <= 40),
  -- The kind of browser and system, and the part of the address that tells a network and no person.
  device text check (length(device) <= 100),
  network text check (length(network) <= 50),
  -- A row of more than one stands for refusals of one minute that were only counted.
  times integer not null default 1 check (times > 0),
  -- The row of the audit that keeps the digest; null until the next sealing. No key: the audit of a tenant that goes away goes first.
  sealed_in bigint,
  primary key (tenant_id, id)
);
create index on security_log (tenant_id, created_at, id);
create index on security_log (tenant_id, kind, created_at, id);
create index on security_log (tenant_id, lb_user_id, created_at, id);
create index on security_log (tenant_id, actor_id, created_at, id);
-- The newest of all tenants, and the newest of one.
create index on security_log (created_at, id);
create index on security_log (id) where sealed_in is null;

-- How often a kind of refusal was noted for a person in his current minute. Not readable by anybody.
create table security_count (
  tenant_id bigint not null references tenant (id) on delete cascade,
  kind text not null,
  -- 0 where nobody is known.
  lb_user_id bigint not null,
  minute timestamptz not null,
  times integer not null,
  primary key (tenant_id, kind, lb_user_id)
);
create index on security_count (minute);
