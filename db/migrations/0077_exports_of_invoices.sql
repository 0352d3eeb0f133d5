-- Every export of invoices is a run (EXP-23). What it does with each invoice stands in an entry, which is settled in the
-- transaction that forwards the invoice: whatever breaks down, an invoice has left exactly where its entry says so.
create table invoice_export_run (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  running_number integer not null check (running_number > 0),
  client_id bigint not null,
  target text not null check (target in ('datev', 'datev-csv', 'ms365')),
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'withdrawn')),
  closed_period text not null default 'first_open_day' check (closed_period in ('first_open_day', 'refuse')),
  from_day date,
  to_day date,
  includes_exported boolean not null default false,
  job_id bigint,
  started_by_id bigint,
  started_at timestamptz not null default now(),
  -- Another run of the company may begin where this one gives no sign of life any more (EXP-06).
  alive_at timestamptz not null default now(),
  ended_at timestamptz,
  exported_count integer not null default 0,
  failed_count integer not null default 0,
  -- Gross, in the currency of the company.
  control_total numeric(16,2) not null default 0,
  withdrawn_by_id bigint,
  withdrawn_reason text check (length(withdrawn_reason) <= 1000),
  primary key (tenant_id, id),
  unique (tenant_id, running_number),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict,
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete set null (job_id),
  foreign key (tenant_id, started_by_id) references lb_user (tenant_id, id) on delete set null (started_by_id),
  foreign key (tenant_id, withdrawn_by_id) references lb_user (tenant_id, id) on delete set null (withdrawn_by_id),
  check ((state = 'running') = (ended_at is null))
);
create unique index invoice_export_run_running on invoice_export_run (tenant_id, client_id) where state = 'running';
create index on invoice_export_run (tenant_id, client_id, id desc);
create index on invoice_export_run (tenant_id, started_by_id);
create index on invoice_export_run (tenant_id, withdrawn_by_id);
create index on invoice_export_run (tenant_id, job_id);
-- Who sees all invoices of the company sees what left of them, if exporting is his business at all.
call app.wall('invoice_export_run', visible => app.hangs_on('invoice_export_run', 'client') ||
  ' and (select app.has_role(''user-export-invoice'')) and ((select app.sees_all(''invoice''))
   or client_id = (select app.scope_client(''invoice'')))',
  amounts => '{control_total}', ignored => '{alive_at}');
create policy module_on on invoice_export_run as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

create table invoice_export_entry (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  invoice_export_run_id bigint not null,
  invoice_id bigint not null,
  -- `sending` while the target may have it already and has not said so.
  state text not null default 'pending' check (state in ('pending', 'sending', 'exported', 'failed', 'withdrawn')),
  -- It takes back what left before (EXP-24).
  is_reversal boolean not null default false,
  booked_on date,
  -- In the currency of the invoice.
  gross numeric(14,2),
  currency text,
  -- The same in the currency of the company.
  control_amount numeric(14,2),
  -- Under which the target knows it.
  reference text,
  -- What left, as it left: later runs and reversals tell the same.
  bookings jsonb,
  -- Why it did not leave: a refusal.
  problem jsonb,
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, invoice_export_run_id, invoice_id),
  foreign key (tenant_id, invoice_export_run_id) references invoice_export_run (tenant_id, id) on delete cascade,
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  check ((state in ('pending', 'sending')) = (ended_at is null)),
  check ((state = 'failed') = (problem is not null))
);
-- An invoice is on its way once at a time.
create unique index invoice_export_entry_open on invoice_export_entry (tenant_id, invoice_id)
  where state in ('pending', 'sending');
create index on invoice_export_entry (tenant_id, invoice_id);
-- Whoever sees an invoice sees that it left. The change of the invoice itself is audited.
call app.wall('invoice_export_entry', visible => app.hangs_on('invoice_export_entry', 'invoice'),
  amounts => '{gross,control_amount,bookings}', audited => false);
create policy module_on on invoice_export_entry as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

create table invoice_export_file (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  invoice_export_run_id bigint not null,
  file_id uuid not null,
  -- Bookings as the target reads them, and the documents that belong to them.
  content text not null check (content in ('bookings', 'documents')),
  from_day date not null,
  to_day date not null,
  -- Documents that are too many for one file are in several.
  part integer not null default 1,
  booking_count integer not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, invoice_export_run_id, content, from_day, part),
  foreign key (tenant_id, invoice_export_run_id) references invoice_export_run (tenant_id, id) on delete restrict,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict
);
create index on invoice_export_file (tenant_id, file_id);
call app.wall('invoice_export_file', visible => app.hangs_on('invoice_export_file', 'invoice_export_run'));
create policy module_on on invoice_export_file as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

alter table number_counter drop constraint number_counter_abbreviation_check;
alter table number_counter add constraint number_counter_abbreviation_check
  check (abbreviation in ('PO', 'IN', 'DR', 'CT', 'DN', 'EX'));

-- As before, and files of exports for whoever sees the run.
call app.wall('file', visible =>
  '(not shows_amounts or (select app.has_role(''user-price'')))
   and (procurement_id is not null and exists (select from procurement d where d.tenant_id = file.tenant_id and d.id = file.procurement_id)
     or invoice_id is not null and exists (select from invoice d where d.tenant_id = file.tenant_id and d.id = file.invoice_id)
     or contract_id is not null and exists (select from contract d where d.tenant_id = file.tenant_id and d.id = file.contract_id)
     or is_master_data and (purpose is distinct from ''signature'' or (select app.is_admin())
       or exists (select from lb_user u where u.tenant_id = file.tenant_id and u.id = (select app.user_id()) and u.signature_file_id = file.id))
     or received_by = ''export'' and exists (select from invoice_export_file e where e.tenant_id = file.tenant_id and e.file_id = file.id)
     or num_nonnulls(procurement_id, invoice_id, contract_id) = 0 and created_by_id = (select app.user_id()))');

-- The posting key of the lines of a category and rate, where a company wants another than the usual one (EXP-20).
create table client_tax_key (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  client_id bigint not null,
  tax_category text not null check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M')),
  tax_percentage numeric(4,2) not null check (tax_percentage >= 0),
  -- Null where such lines are booked without one.
  posting_key_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, posting_key_id) references posting_key (tenant_id, id) on delete restrict
);
create index on client_tax_key (tenant_id, client_id);
create index on client_tax_key (tenant_id, posting_key_id);
call app.wall('client_tax_key', parent => 'client', visible => app.hangs_on('client_tax_key', 'client'));

-- Whether the day of the service leaves with each booking (EXP-10).
alter table client add column datev_service_date boolean not null default false;
grant select (datev_service_date) on client to reader, reader_price;

-- The posting key of a line, before that of the head (EXP-20).
alter table invoice_line add column posting_key_id bigint;
alter table invoice_line add foreign key (tenant_id, posting_key_id) references posting_key (tenant_id, id) on delete restrict;
create index on invoice_line (tenant_id, posting_key_id) where posting_key_id is not null;
grant select (posting_key_id) on invoice_line to reader, reader_price;

-- VAL-20: by which combinations Dynamics 365 takes bookings of a company; without any it takes all (EXP-15). What stands
-- empty in a row may be anything.
create table d365_allowed_combination (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  client_id bigint not null,
  name text collate app.german check (trim(name) <> '' and length(name) <= 255),
  ledger_account_id bigint,
  cost_center_id bigint,
  profit_center_id bigint,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(name)) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete cascade,
  foreign key (tenant_id, profit_center_id) references profit_center (tenant_id, id) on delete cascade
);
create index on d365_allowed_combination (tenant_id, client_id);
create index on d365_allowed_combination (tenant_id, ledger_account_id);
create index on d365_allowed_combination (tenant_id, cost_center_id);
create index on d365_allowed_combination (tenant_id, profit_center_id);
create index d365_allowed_combination_search_text on d365_allowed_combination using gin (tenant_id, search_text gin_trgm_ops);
call app.wall('d365_allowed_combination', visible => app.hangs_on('d365_allowed_combination', 'client'), ignored => '{search_text}');

create or replace function app.module_of(table_name text) returns text language sql immutable parallel safe
return case
  when table_name in ('goods_receipt', 'order_confirmation', 'order_confirmation_line', 'marketplace', 'client_marketplace',
    'punchout_cart', 'punchout_log') then 'procurement'
  when table_name in ('mailbox', 'buyer_reference', 'supplier_hint', 'client_tax_key', 'd365_allowed_combination') then 'invoice'
  when table_name ~ '^(procurement|invoice|contract)(_|$)' then substring(table_name from '^[a-z]+')
  when table_name ~ '^permission(_|$)' then 'permissions' end;
create policy module_on on client_tax_key as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));
create policy module_on on d365_allowed_combination as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

-- As before, but for what has to be kept (ARC-02).
create or replace function app.clean_up_exports() returns void
language sql security definer set search_path = ''
begin atomic
  delete from public.file where received_by = 'export' and retain_until is null and created_at < now() - interval '1 day';
end;
