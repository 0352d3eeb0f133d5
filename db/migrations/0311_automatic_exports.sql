-- EXP-27: invoices that are ready leave by themselves, every day from an hour of the tenant's day on, or as soon as they wait.
alter table client
  add column automatic_export text not null default 'off' check (automatic_export in ('off', 'daily', 'approval')),
  add column automatic_export_hour integer not null default 6 check (automatic_export_hour between 0 and 23);
call app.permission_wall('client');
alter table invoice_export_run add column is_automatic boolean not null default false;
comment on column invoice_export_run.is_automatic is 'Nobody ordered it; `started_by_id` has set the company to automatic exports.';
grant select (is_automatic) on invoice_export_run to reader, reader_price;

-- Who has set a company to automatic exports, and how far they are.
create table client_automatic_export (
  tenant_id bigint not null references tenant (id) on delete cascade,
  client_id bigint not null,
  set_by_id bigint,
  set_at timestamptz not null default now(),
  -- The day of the tenant on which they left last.
  last_day date,
  -- Nothing left in three runs in a row: nothing leaves by itself until a person's run has worked.
  stopped_at timestamptz,
  -- Up to here accountants were told what left.
  told_until timestamptz not null default now(),
  primary key (tenant_id, client_id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, set_by_id) references lb_user (tenant_id, id) on delete set null (set_by_id)
);
create index on client_automatic_export (tenant_id, set_by_id) where set_by_id is not null;
call app.wall('client_automatic_export', visible => app.hangs_on('client_automatic_export', 'client'), audited => false);
create policy module_on on client_automatic_export as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

-- function app.note_automatic_export
create trigger note_automatic_export after insert or update of automatic_export on client
  for each row execute function app.note_automatic_export();

-- function app.futile_exports
-- function app.waits_for_automatic_export
-- function app.hour_of_tenant
-- function app.enqueue_automatic_exports
