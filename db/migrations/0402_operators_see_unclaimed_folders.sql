-- Folders for scans that belong to no tenant, or to two, as of the last look of a worker (MBX-06). Scans in them wait.
create table unclaimed_folder (
  name text primary key check (length(name) <= 255),
  problem text not null check (problem in ('no_tenant', 'two_tenants')),
  seen_at timestamptz not null default now()
);
alter table unclaimed_folder enable row level security, force row level security;
