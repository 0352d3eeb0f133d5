-- What was proven about the operation of this installation (ARC-07), written by the console commands at their end: a
-- finished backup, a rehearsed restore, a check of the audit.
create table operation_proof (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'rehearsal', 'audit_check')),
  proven_at timestamptz not null default clock_timestamp(),
  is_passed boolean not null,
  -- Numbers and the name of the file; no data of tenants.
  figures jsonb not null
);
create index on operation_proof (kind, proven_at desc);
alter table operation_proof enable row level security, force row level security;
