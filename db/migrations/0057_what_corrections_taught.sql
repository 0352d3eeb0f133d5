-- Where a supplier prints what was read wrongly once, learnt from the correction of an invoice. A hint holds the words beside
-- a value and never the value; administrators see and delete it at the supplier.
create table supplier_hint (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  supplier_id bigint not null,
  field text not null check (field in ('invoiceNumber', 'orderReference', 'invoiceDate', 'dueDate', 'deliveryDate', 'totalNet',
    'totalTax', 'totalGross')),
  anchor text not null check (length(anchor) between 2 and 60),
  relation text not null check (relation in ('right', 'below')),
  page text not null check (page in ('first', 'last', 'any')),
  shape text check (length(shape) <= 60),
  slash_order text check (slash_order in ('day-first', 'month-first')),
  against text check (length(against) <= 60),
  -- Corrections in a row that it led to another value than the right one.
  misses integer not null default 0,
  -- The invoice whose correction taught it, and who corrected it. It is no part of that invoice: it belongs to the supplier.
  source_invoice_id bigint,
  taught_by_id bigint,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete cascade,
  foreign key (tenant_id, source_invoice_id) references invoice (tenant_id, id) on delete set null (source_invoice_id),
  foreign key (tenant_id, taught_by_id) references lb_user (tenant_id, id) on delete set null (taught_by_id)
);
create index on supplier_hint (tenant_id, supplier_id, field, id desc);
create index on supplier_hint (tenant_id, source_invoice_id);
create index on supplier_hint (tenant_id, taught_by_id);
call app.wall('supplier_hint', visible => '(select app.is_admin())', ignored => '{misses}', parent => 'supplier');
create policy module_on on supplier_hint as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));
