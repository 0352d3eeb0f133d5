-- EXP-27: which invoices are ready to leave, as it was worked out last. Lists are narrowed by it; a run asks anew.
create table invoice_readiness (
  tenant_id bigint not null references tenant (id) on delete cascade,
  invoice_id bigint not null,
  -- What stands against it first; null where it is ready.
  code text check (length(code) <= 100),
  primary key (tenant_id, invoice_id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade
);
create index on invoice_readiness (tenant_id, code);
call app.wall('invoice_readiness', visible => app.hangs_on('invoice_readiness', 'invoice'), audited => false);
create policy module_on on invoice_readiness as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

-- How old that is, of all invoices of a company.
create table invoice_readiness_look (
  tenant_id bigint not null references tenant (id) on delete cascade,
  client_id bigint not null,
  -- At this moment it held.
  looked_at timestamptz not null,
  worked_out_at timestamptz not null,
  -- Whatever wrote from this transaction on may not have been seen.
  seen_xact xid8 not null,
  primary key (tenant_id, client_id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade
);
call app.wall('invoice_readiness_look', visible => app.hangs_on('invoice_readiness_look', 'client'),
  secrets => '{worked_out_at,seen_xact}', audited => false);
create policy module_on on invoice_readiness_look as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

-- function app.enqueue_readiness
