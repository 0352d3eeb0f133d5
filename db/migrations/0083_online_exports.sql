-- Exports that leave over the network (EXP-07, EXP-08, EXP-14).

-- While an invoice is on its way, nobody takes it anywhere else.
alter table invoice add column is_leaving boolean not null default false;
grant select (is_leaving) on invoice to reader, reader_price;

-- What leaves together: a job of DATEV, a journal of Dynamics 365.
create table invoice_export_transfer (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  invoice_export_run_id bigint not null,
  -- What its invoices have in common, such as their month.
  group_key text not null check (length(group_key) <= 100),
  -- `open` while invoices are added to it.
  state text not null default 'open' check (state in ('open', 'sending', 'ended')),
  -- Under which the target knows it; kept before anything is sent that counts.
  reference text check (length(reference) <= 200),
  -- From here on the target may have booked, whatever it has answered.
  is_handed_over boolean not null default false,
  -- What the target says of it.
  protocol jsonb,
  -- The worker that sends it, as long as it gives signs of life.
  taken_by uuid,
  alive_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice_export_run_id) references invoice_export_run (tenant_id, id) on delete cascade,
  check ((state = 'ended') = (ended_at is not null))
);
create unique index invoice_export_transfer_open on invoice_export_transfer (tenant_id, invoice_export_run_id, group_key)
  where state = 'open';
create index on invoice_export_transfer (tenant_id, invoice_export_run_id);
call app.wall('invoice_export_transfer', visible => app.hangs_on('invoice_export_transfer', 'invoice_export_run'),
  secrets => '{taken_by}', audited => false);
create policy module_on on invoice_export_transfer as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

alter table invoice_export_entry
  add column invoice_export_transfer_id bigint,
  add foreign key (tenant_id, invoice_export_transfer_id) references invoice_export_transfer (tenant_id, id) on delete restrict,
  drop constraint invoice_export_entry_state_check,
  drop constraint invoice_export_entry_check,
  drop constraint invoice_export_entry_check1,
  -- `uncertain` where the target does not say whether it has booked: a person looks there and says so.
  add constraint invoice_export_entry_state_check
    check (state in ('pending', 'sending', 'uncertain', 'exported', 'failed', 'withdrawn')),
  add constraint invoice_export_entry_ended check ((state in ('pending', 'sending', 'uncertain')) = (ended_at is null)),
  add constraint invoice_export_entry_problem check ((state in ('failed', 'uncertain')) = (problem is not null));
create index on invoice_export_entry (tenant_id, invoice_export_transfer_id) where invoice_export_transfer_id is not null;
drop index invoice_export_entry_open;
create unique index invoice_export_entry_open on invoice_export_entry (tenant_id, invoice_id)
  where state in ('pending', 'sending', 'uncertain');
grant select (invoice_export_transfer_id) on invoice_export_entry to reader, reader_price;

-- The product's access to a system of bookkeeping: one per company at DATEV, where people agree for single companies, one
-- per tenant at Microsoft (EXP-07, EXP-14, SET-05).
create table accounting_connection (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  system text not null check (system in ('datev', 'ms365')),
  client_id bigint,
  state text not null default 'active' check (state in ('active', 'inactive')),
  -- The code of the refusal that has ended it.
  problem text check (length(problem) <= 100),
  -- Adviser and company there, such as `455148-1`.
  datev_client_id text check (datev_client_id ~ '^[0-9]{1,7}-[0-9]{1,5}$'),
  -- Into which invoices go there.
  ledger_folder text check (length(ledger_folder) <= 255),
  -- Account length and fiscal years as the system tells them (EXP-11).
  basics jsonb,
  refresh_token bytea,
  access_token bytea,
  access_until timestamptz,
  connected_until timestamptz,
  connected_by_id bigint,
  connected_at timestamptz not null default now(),
  -- When the administrators were told that it ends.
  warned_at timestamptz,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, system, client_id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, connected_by_id) references lb_user (tenant_id, id) on delete set null (connected_by_id),
  check ((system = 'datev') = (client_id is not null)),
  check (system = 'datev' or datev_client_id is null)
);
create index on accounting_connection (tenant_id, client_id);
create index on accounting_connection (tenant_id, connected_by_id);
call app.wall('accounting_connection', visible => '(select app.is_admin())', secrets => '{refresh_token,access_token}',
  ignored => '{access_until,warned_at,basics}');

-- A sign-in at such a system that has begun: what comes back with its state belongs to this person and company (NAV-21).
create table accounting_sign_in (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  state_digest bytea not null check (length(state_digest) = 32),
  system text not null check (system in ('datev', 'ms365')),
  client_id bigint,
  datev_client_id text check (datev_client_id ~ '^[0-9]{1,7}-[0-9]{1,5}$'),
  lb_user_id bigint not null,
  -- Of PKCE.
  verifier bytea not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, state_digest),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on accounting_sign_in (tenant_id, client_id);
create index on accounting_sign_in (tenant_id, lb_user_id);
create index on accounting_sign_in (expires_at);
call app.wall('accounting_sign_in', secrets => '{state_digest,verifier}', audited => false, readable => false);

create or replace function app.module_of(table_name text) returns text language sql immutable parallel safe
return case
  when table_name in ('goods_receipt', 'order_confirmation', 'order_confirmation_line', 'marketplace', 'client_marketplace',
    'punchout_cart', 'punchout_log') then 'procurement'
  when table_name in ('mailbox', 'mailbox_mail', 'buyer_reference', 'supplier_hint', 'client_tax_key', 'd365_allowed_combination',
    'accounting_connection', 'accounting_sign_in') then 'invoice'
  when table_name ~ '^(procurement|invoice|contract)(_|$)' then substring(table_name from '^[a-z]+')
  when table_name ~ '^permission(_|$)' then 'permissions' end;
create policy module_on on accounting_connection as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));
create policy module_on on accounting_sign_in as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));
