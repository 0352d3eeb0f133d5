-- A signed contract changes only by amendment (CON-38): a contract of its own that names the one it changes. Signed, it is
-- incorporated: what it says is then said by the contract in force, and it is read but no longer acted upon.
alter table contract add column amends_id bigint,
  add foreign key (tenant_id, amends_id) references contract (tenant_id, id) on delete set null (amends_id),
  drop constraint contract_status_check,
  add constraint contract_status_check check (status in ('active', 'inactive', 'cancelled', 'expired', 'pending', 'completed', 'check',
    'clearing', 'signature', 'contract-approval', 'incorporated'));
create index on contract (tenant_id, amends_id) where amends_id is not null;
-- One at a time, so that each is read against what it changes.
create unique index contract_open_amendment on contract (tenant_id, amends_id)
  where amends_id is not null and status not in ('cancelled', 'incorporated');
grant select (amends_id) on contract to reader, reader_price;

-- What a contract said from one signature to the next: a row for each version, the first as it was before the first amendment.
create table contract_version (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  contract_id bigint not null,
  version_no integer not null check (version_no >= 1),
  -- The amendment that brought it, with its check, approval, signature and documents; null for the first.
  amendment_id bigint,
  signed_at timestamptz,
  signed_by_id bigint,
  -- The columns in which it differs from the version before; `lines` where those differ.
  changed text[] not null default '{}',
  -- Head, lines and documents, with the names that people read.
  particulars jsonb not null check (jsonb_typeof(particulars) = 'object'),
  -- Field, before and after, as people read them.
  differences jsonb not null default '[]' check (jsonb_typeof(differences) = 'array'),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint contract_version_key unique (tenant_id, contract_id, version_no),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, amendment_id) references contract (tenant_id, id) on delete set null (amendment_id),
  foreign key (tenant_id, signed_by_id) references lb_user (tenant_id, id) on delete restrict
);
create index on contract_version (tenant_id, amendment_id) where amendment_id is not null;
create index on contract_version (tenant_id, signed_by_id) where signed_by_id is not null;
call app.wall('contract_version', visible => app.hangs_on('contract_version', 'contract'), amounts => '{particulars,differences}',
  parent => 'contract');
create policy module_on on contract_version as restrictive for select to reader, reader_price
  using (app.is_on('contract'));
-- A version never changes; it goes with its contract alone.
revoke update, delete on contract_version from writer;
