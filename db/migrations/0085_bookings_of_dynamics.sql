-- What a company has in Dynamics 365 under names of its own (EXP-14, DISC-05).

-- The procurement category of the lines of pending vendor invoices, which have no item.
alter table client add column d365_procurement_category text check (length(d365_procurement_category) <= 255);
grant select (d365_procurement_category) on client to reader, reader_price;

-- The code of a cash discount there.
create table client_discount_code (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  client_id bigint not null,
  percentage numeric(4,2) not null check (percentage > 0),
  days integer not null check (days between 0 and 999),
  code text not null check (trim(code) <> '' and length(code) <= 10),
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade
);
create index on client_discount_code (tenant_id, client_id);
call app.wall('client_discount_code', parent => 'client', visible => app.hangs_on('client_discount_code', 'client'));

-- The name of a dimension there. In which order they stand the organisation says itself.
create table client_d365_dimension (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  client_id bigint not null,
  dimension text not null check (dimension in ('cost_center', 'profit_center', 'employee', 'd365_department', 'branch', 'vehicle',
    'sales_channel', 'area', 'labor_wert', 'project')),
  name text not null check (trim(name) <> '' and length(name) <= 60),
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade
);
create index on client_d365_dimension (tenant_id, client_id);
call app.wall('client_d365_dimension', parent => 'client', visible => app.hangs_on('client_d365_dimension', 'client'));

create or replace function app.module_of(table_name text) returns text language sql immutable parallel safe
return case
  when table_name in ('goods_receipt', 'order_confirmation', 'order_confirmation_line', 'marketplace', 'client_marketplace',
    'punchout_cart', 'punchout_log') then 'procurement'
  when table_name in ('mailbox', 'mailbox_mail', 'buyer_reference', 'supplier_hint', 'client_tax_key', 'd365_allowed_combination',
    'accounting_connection', 'accounting_sign_in', 'client_discount_code', 'client_d365_dimension') then 'invoice'
  when table_name ~ '^(procurement|invoice|contract)(_|$)' then substring(table_name from '^[a-z]+')
  when table_name ~ '^permission(_|$)' then 'permissions' end;
create policy module_on on client_discount_code as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));
create policy module_on on client_d365_dimension as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));
