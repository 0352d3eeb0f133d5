-- Archives of a tenant for auditors and for handing over (ARC-05, ARC-03): which were asked for, what is in them, and whether somebody
-- has them. What is in an archive is written down in one transaction, so that all of it is of one moment (`made_at`); the bytes of
-- originals stay where they are.
create table archive (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  -- Null: all companies.
  client_id bigint,
  -- Null: from the beginning, until the end.
  from_day date,
  to_day date,
  -- What waits is taken stock of, then its members are packed; of an expired one only this row is left.
  state text not null default 'waiting' check (state in ('waiting', 'packing', 'done', 'failed', 'expired')),
  problem text,
  progress integer not null default 0 check (progress between 0 and 100),
  requested_by text not null,
  created_at timestamptz not null default now(),
  made_at timestamptz,
  finished_at timestamptz,
  -- Of its list of members, as hexadecimal digits.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Bytes of the whole archive as it is downloaded, and how many members it has.
  size bigint,
  members integer,
  -- How often a download was begun; when one last came to its end.
  downloads integer not null default 0,
  downloaded_at timestamptz,
  downloaded_by text,
  -- Whoever works on it; a dead one is followed by another.
  lease integer not null default 0,
  leased_until timestamptz,
  -- Archives are downloaded by tickets as files are (AUTH-19): they have a name that says nothing.
  guid uuid not null default gen_random_uuid(),
  breakdowns integer not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, guid),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  constraint archive_check check (to_day >= from_day),
  constraint archive_check1 check ((state in ('done', 'expired')) <= (made_at is not null and sha256 is not null and size is not null))
);
create index on archive (tenant_id, client_id);
-- One at a time for each tenant.
create unique index archive_in_progress on archive (tenant_id) where state in ('waiting', 'packing');
create index archive_due on archive (created_at) where state in ('waiting', 'packing');
create index archive_by_hash on archive (tenant_id, sha256) where sha256 is not null;
create index archive_by_guid on archive (guid);

-- A file of an archive; they lie in it in the order of their ids.
create table archive_member (
  tenant_id bigint not null,
  id bigint generated always as identity,
  archive_id bigint not null,
  path text not null check (length(path) between 1 and 1000),
  -- Null: its bytes are pieces of the archive itself. An original that is gone makes the archive fail.
  file_id uuid,
  is_original boolean not null default false,
  size bigint,
  -- As it lies in the archive; originals are not compressed.
  packed_size bigint,
  crc32 bigint,
  sha256 bytea,
  -- Originals that may be removed while an archive can be downloaded, such as those of drafts, are copied into it.
  is_copied boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, archive_id, path),
  foreign key (tenant_id, archive_id) references archive (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete set null (file_id)
);
create index on archive_member (tenant_id, archive_id, id);
create index on archive_member (tenant_id, file_id) where file_id is not null;
-- What is still to be packed.
create index archive_member_unpacked on archive_member (tenant_id, archive_id, id) where sha256 is null;

-- The bytes of a member that is no original, piece by piece: each can be unpacked by itself.
create table archive_piece (
  tenant_id bigint not null,
  archive_member_id bigint not null,
  piece_no integer not null,
  bytes bytea not null,
  is_packed boolean not null default false,
  primary key (tenant_id, archive_member_id, piece_no),
  foreign key (tenant_id, archive_member_id) references archive_member (tenant_id, id) on delete cascade
);
alter table archive_piece alter column bytes set storage external;

-- What operators delete for good: a tenant (OP-02), or its orders or invoices of some days (OP-04). One row each says what shall go and
-- what has gone; it works off in short transactions and stays as the log. It names no tenant by a key, which would go with it.
create table deletion (
  id bigint generated always as identity primary key,
  deleted_tenant_id bigint not null,
  kind text not null check (kind in ('tenant', 'procurement', 'invoice')),
  name text not null,
  -- Of documents, the days by the clock of the tenant, and the instants that they mean.
  first_day date,
  last_day date,
  first_at timestamptz,
  end_at timestamptz,
  operator_tenant_id bigint not null,
  operator_id bigint not null,
  operator_name text not null,
  -- The archive that was handed over (ARC-03), and the moment whose data it holds.
  archive_sha256 text check (archive_sha256 ~ '^[0-9a-f]{64}$'),
  archive_made_at timestamptz,
  state text not null default 'running' check (state in ('running', 'done')),
  step text not null check (step in ('count', 'rows', 'audit', 'documents', 'end')),
  -- How far it has come: the table, or the document after which it goes on.
  place text not null default '',
  place_at timestamptz not null default '-infinity'::timestamptz,
  place_id bigint not null default 0,
  -- How many there were when it began, and how many are gone.
  expected jsonb not null default '{}'::jsonb,
  removed jsonb not null default '{}'::jsonb,
  -- What the operator needs for his own books when the tenant is gone.
  books jsonb,
  -- Where the chain of its audit ended (AUD-09).
  closing_position bigint,
  closing_link text,
  closing_unsealed bigint,
  -- The transaction that works on it right now; outside of one it is always null.
  working xid8,
  worked_at timestamptz,
  problem text,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint deletion_check check (last_day >= first_day),
  constraint deletion_check1 check ((kind = 'tenant') = (first_day is null) and num_nulls(first_day, last_day, first_at, end_at) in (0, 4)),
  constraint deletion_check2 check ((archive_sha256 is null) = (archive_made_at is null))
);
create unique index on deletion (deleted_tenant_id, kind) where state = 'running';
