-- What suppliers are told to write on their invoices (BT-10) leads to the company and the department that it means (REC-11).
create table buyer_reference (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  code text not null check (trim(code) <> '' and length(code) <= 100),
  client_id bigint not null,
  department_id bigint,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(code)) stored,
  primary key (tenant_id, id),
  constraint buyer_reference_tenant_id_code_key
    exclude using btree (tenant_id with =, lower(code) with =) deferrable,
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict,
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete restrict
);
create index on buyer_reference (tenant_id, client_id);
create index on buyer_reference (tenant_id, department_id);
create index buyer_reference_search_text on buyer_reference using gin (tenant_id, search_text gin_trgm_ops);
call app.wall('buyer_reference', visible => app.hangs_on('buyer_reference', 'client'), ignored => '{search_text}');

create or replace function app.module_of(table_name text) returns text language sql immutable parallel safe
return case
  when table_name in ('goods_receipt', 'order_confirmation', 'order_confirmation_line', 'marketplace', 'client_marketplace',
    'punchout_cart', 'punchout_log') then 'procurement'
  when table_name in ('mailbox', 'buyer_reference', 'supplier_hint') then 'invoice'
  when table_name ~ '^(procurement|invoice|contract)(_|$)' then substring(table_name from '^[a-z]+')
  when table_name ~ '^permission(_|$)' then 'permissions' end;
create policy module_on on buyer_reference as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

-- Whether the pages of a hybrid say something else than its XML, which every command on the invoice asks (REC-11).
alter table invoice_recognition add column pages_differ boolean
  generated always as (coalesce(jsonb_array_length(raw -> 'differences'), 0) > 0) stored;
call app.child_wall('invoice_recognition', parents => '{invoice}', amounts => '{raw}', ignored => '{raw,pages_differ}');
