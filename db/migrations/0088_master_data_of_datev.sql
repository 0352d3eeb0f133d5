-- EXP-25: files of creditors that were written for the accounting of a company.
create table invoice_creditor_file (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  client_id bigint not null,
  file_id uuid not null,
  creditor_count integer not null check (creditor_count > 0),
  exported_by_id bigint,
  exported_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict,
  foreign key (tenant_id, exported_by_id) references lb_user (tenant_id, id) on delete set null (exported_by_id)
);
create index on invoice_creditor_file (tenant_id, client_id, id desc);
create index on invoice_creditor_file (tenant_id, file_id);
create index on invoice_creditor_file (tenant_id, exported_by_id);
call app.wall('invoice_creditor_file',
  visible => '(select app.is_admin()) and ' || app.hangs_on('invoice_creditor_file', 'client'));
create policy module_on on invoice_creditor_file as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

-- As what the accounting of a company knows its creditors: the hash of the row that was written or read last. Moments would
-- miss what was being changed while a file was written.
create table invoice_known_creditor (
  tenant_id bigint not null references tenant (id) on delete cascade,
  client_id bigint not null,
  supplier_id bigint not null,
  content bytea not null,
  primary key (tenant_id, client_id, supplier_id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete cascade
);
create index on invoice_known_creditor (tenant_id, supplier_id);
call app.wall('invoice_known_creditor', readable => false, audited => false);
create policy module_on on invoice_known_creditor as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

-- Files of creditors are for whoever sees that they were written.
create policy creditor_file on file for select to reader, reader_price
  using (tenant_id = (select app.tenant_id()) and received_by = 'export' and exists (
    select from invoice_creditor_file c where c.tenant_id = file.tenant_id and c.file_id = file.id));
