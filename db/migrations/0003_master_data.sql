-- Master data of purchase requests and invoices (DATA-01, DATA-11 to DATA-27, DATA-47).
-- Plain invariants of VAL stand here; everything that needs a sentence stands in the entity declarations.

create table client (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 50),
  active boolean not null default true,
  client_number text check (client_number ~ '^\d{1,9}$'),
  consultant_number text check (consultant_number ~ '^\d{1,9}$'),
  email text check (length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  ledger_account_length integer not null default 4 check (ledger_account_length between 4 and 8),
  vat_number text check (length(vat_number) <= 15),
  tax_number text check (length(tax_number) <= 30),
  legal_form text, registered_seat text, register_court text, register_number text, managing_directors text,
  min_approval integer not null default 1 check (min_approval between 0 and 20),
  default_product_tax numeric(4, 2) check (default_product_tax between 0 and 99.99),
  default_product_unit text check (length(default_product_unit) <= 30),
  default_product_currency text check (default_product_currency ~ '^[A-Z]{3}$'),
  billing_name text, billing_address text, billing_address_complement text, billing_zipcode text,
  billing_city text, billing_country text,
  country text not null default 'DE', federal_state text,
  responsible_id bigint,
  logo_file_id uuid, letterhead_file_id uuid,
  legal_footer text check (length(legal_footer) <= 4000),
  einvoice_email text, purchase_terms text check (length(purchase_terms) <= 4000),
  amount_basis text not null default 'net' check (amount_basis in ('net', 'gross')),
  self_approval text not null default 'never' check (self_approval in ('never', 'below_limit', 'allowed')),
  when_limit_exceeded text not null default 'confirm' check (when_limit_exceeded in ('confirm', 'block')),
  when_budget_exceeded text not null default 'confirm' check (when_budget_exceeded in ('confirm', 'additional_approval', 'block')),
  tax_tolerance numeric(6, 2) not null default 0.02,
  match_price_tolerance numeric(6, 2) not null default 0,
  match_quantity_tolerance numeric(6, 2) not null default 0,
  bank_change_second_person boolean not null default true,
  internal_lead_days integer not null default 14 check (internal_lead_days between 0 and 365),
  notice_transit_days integer not null default 3 check (notice_transit_days between 0 and 30),
  user_clearing_id bigint, user_select_product_id bigint, user_send_order_id bigint, user_consignee_id bigint,
  user_invoice_manual_check_id bigint, user_invoice_clearing_id bigint,
  can_delete_document_directly boolean not null default false,
  required_fields jsonb not null default '{}',
  fiscal_year_start text not null default '01-01' check (fiscal_year_start ~ '^\d\d-\d\d$'),
  payables_ledger boolean not null default false, receivables_ledger boolean not null default false,
  datev_lock boolean not null default false, datev_closed_until date,
  datev_kost_length integer not null default 8 check (datev_kost_length between 4 and 36),
  datev_kost2 text not null default 'none' check (datev_kost2 in ('none', 'profit_center', 'project', 'employee')),
  datev_collective_account text,
  d365_legal_entity text, d365_journal_name text,
  d365_document text not null default 'journal' check (d365_document in ('journal', 'pending')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, responsible_id) references lb_user (tenant_id, id) on delete set null (responsible_id),
  foreign key (tenant_id, user_clearing_id) references lb_user (tenant_id, id) on delete set null (user_clearing_id),
  foreign key (tenant_id, user_select_product_id) references lb_user (tenant_id, id) on delete set null (user_select_product_id),
  foreign key (tenant_id, user_send_order_id) references lb_user (tenant_id, id) on delete set null (user_send_order_id),
  foreign key (tenant_id, user_consignee_id) references lb_user (tenant_id, id) on delete set null (user_consignee_id),
  foreign key (tenant_id, user_invoice_manual_check_id) references lb_user (tenant_id, id) on delete set null (user_invoice_manual_check_id),
  foreign key (tenant_id, user_invoice_clearing_id) references lb_user (tenant_id, id) on delete set null (user_invoice_clearing_id),
  foreign key (tenant_id, logo_file_id) references file (tenant_id, id) on delete set null (logo_file_id),
  foreign key (tenant_id, letterhead_file_id) references file (tenant_id, id) on delete set null (letterhead_file_id)
);
create index on client (tenant_id, name);

create table client_address (
  tenant_id bigint not null,
  id bigint generated always as identity,
  client_id bigint not null,
  address_name text not null collate app.german check (trim(address_name) <> '' and length(address_name) <= 255),
  address text not null check (trim(address) <> ''), address_complement text,
  zipcode text not null check (trim(zipcode) <> ''), city text not null check (trim(city) <> ''),
  country text not null default 'DE',
  consignee text, dropoff_location text,
  phone_country_code text, phone_number text,
  is_default boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  constraint client_address_phone check ((phone_country_code is null) = (phone_number is null))
);
create index on client_address (tenant_id, client_id);
create unique index client_address_default on client_address (tenant_id, client_id) where is_default;

create table user_address (
  tenant_id bigint not null,
  id bigint generated always as identity,
  lb_user_id bigint not null,
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  address text not null check (trim(address) <> ''), address_complement text,
  zipcode text not null check (trim(zipcode) <> ''), city text not null check (trim(city) <> ''),
  country text not null default 'DE',
  consignee text, dropoff_location text,
  phone_country_code text, phone_number text,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade,
  constraint user_address_phone check ((phone_country_code is null) = (phone_number is null))
);
create index on user_address (tenant_id, lb_user_id);

create table location (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  number text check (length(number) <= 36),
  address text,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

-- A translated name is a list of {lang, name}, each language once (I18N-07, VAL-38).
create function app.is_translations(value jsonb) returns boolean language sql immutable
return jsonb_typeof(value) = 'array' and jsonb_array_length(value) between 1 and 5 and not exists (
  select from jsonb_array_elements(value) as item
  where item ->> 'lang' not in ('de', 'en', 'it', 'cz', 'sk') or item ->> 'lang' is null or coalesce(trim(item ->> 'name'), '') = ''
) and (select count(distinct item ->> 'lang') = count(*) from jsonb_array_elements(value) as item);

grant execute on function app.is_translations(jsonb) to writer;
create table department (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  code text check (code ~ '^[[:alnum:]. _]{1,15}$'),
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  translations jsonb not null default '[]' check (translations = '[]' or app.is_translations(translations)),
  active boolean not null default true,
  email text check (length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  client_id bigint,
  responsible_id bigint,
  user_clearing_id bigint, user_select_product_id bigint, user_send_order_id bigint, user_consignee_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict,
  foreign key (tenant_id, responsible_id) references lb_user (tenant_id, id) on delete set null (responsible_id),
  foreign key (tenant_id, user_clearing_id) references lb_user (tenant_id, id) on delete set null (user_clearing_id),
  foreign key (tenant_id, user_select_product_id) references lb_user (tenant_id, id) on delete set null (user_select_product_id),
  foreign key (tenant_id, user_send_order_id) references lb_user (tenant_id, id) on delete set null (user_send_order_id),
  foreign key (tenant_id, user_consignee_id) references lb_user (tenant_id, id) on delete set null (user_consignee_id)
);
create index on department (tenant_id, client_id);
create index on department (tenant_id, name);

create table cost_center (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  number text not null check (number ~ '^[[:alnum:]]([[:alnum:] ]{0,34}[[:alnum:]])?$'),
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  translations jsonb not null default '[]' check (translations = '[]' or app.is_translations(translations)),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, number)
);

create table ledger_account (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  number text not null check (number ~ '^[1-9]\d{0,8}$' or number ~ '^0\d{3,8}$'),
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  description text,
  active boolean not null default true,
  automatic boolean not null default false,
  automatic_tax numeric(4, 2),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, number)
);

create table posting_key (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  number text not null check (number ~ '^[1-9]\d{0,8}$'),
  tax numeric(4, 2) check (tax between 0 and 99.99),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, number)
);

create table profit_center (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  number text not null check (number ~ '^[1-9]\d{0,8}$'),
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, number)
);

create table tax_group (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  code text not null check (code ~ '^[[:alnum:]. _]{1,15}$'),
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  client_id bigint not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, client_id, code),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict
);

create table tax_item_group (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  code text not null check (code ~ '^[[:alnum:]. _]{1,15}$'),
  tax_code text not null check (length(tax_code) between 1 and 15),
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  client_id bigint not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, client_id, code),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict
);

create table financial_dimension (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  code text not null check (length(code) between 1 and 36),
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  client_id bigint not null,
  dimension_type text not null check (dimension_type in
    ('employee', 'd365_department', 'branch', 'vehicle', 'sales_channel', 'area', 'labor_wert', 'project')),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, client_id, dimension_type, code),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict
);

create table budget (
  tenant_id bigint not null,
  id bigint generated always as identity,
  cost_center_id bigint not null,
  ledger_account_id bigint,
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  value numeric(14, 2) not null,
  start date not null,
  "end" date not null,
  not_allocated boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete restrict,
  constraint budget_end_after_start check ("end" >= start),
  constraint budget_one_scope check (not (not_allocated and ledger_account_id is not null)),
  -- BUD-01: no two active budgets of one scope at the same time.
  constraint budget_no_overlap exclude using gist (
    tenant_id with =, cost_center_id with =, coalesce(ledger_account_id, 0) with =, (not_allocated::int) with =,
    daterange(start, "end", '[]') with &&
  ) where (active)
);

create table supplier (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 50),
  email text check (length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  address text, zipcode text, city text, country text not null default 'DE', phone text, contact_person text,
  order_language text check (order_language in ('de', 'en', 'it', 'cz', 'sk')),
  active boolean not null default true,
  state text not null default 'active' check (state in ('active', 'provisional')),
  external_id text check (external_id ~ '^[1-9]\d{4,8}$'),
  supplier_number text check (supplier_number ~ '^\d{1,20}$'),
  client_number text check (length(client_number) <= 36),
  delivery_in_days integer check (delivery_in_days between 0 and 999),
  delivery_terms text check (length(delivery_terms) <= 4000),
  payment_terms text check (length(payment_terms) <= 4000),
  payment_days integer check (payment_days between 0 and 999),
  vat_number text check (vat_number ~ '^[[:alnum:]]{1,15}$'),
  tax_number text check (length(tax_number) <= 30),
  iban text check (iban ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$'),
  bic text check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  bank text,
  pending_bank jsonb,
  payment_method text check (payment_method in ('AUTOMATIC_DEBIT', 'CREDIT_CARD', 'BANK_TRANSFER', 'ONLINE_PAYMENT')),
  notes text check (length(notes) <= 4000),
  ledger_account_id bigint, cost_center_id bigint, department_id bigint, posting_key_id bigint,
  tax numeric(4, 2) check (tax between 0 and 99.99),
  discount_1_percentage numeric(5, 2), discount_1_days integer, discount_2_percentage numeric(5, 2), discount_2_days integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete set null (ledger_account_id),
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete set null (cost_center_id),
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete set null (department_id),
  foreign key (tenant_id, posting_key_id) references posting_key (tenant_id, id) on delete set null (posting_key_id)
);
create index on supplier (tenant_id, name);
create index supplier_search on supplier using gin (tenant_id, name gin_trgm_ops);

create table supplier_client (
  tenant_id bigint not null,
  id bigint generated always as identity,
  supplier_id bigint not null,
  client_id bigint not null,
  external_id text check (external_id ~ '^[1-9]\d{4,8}$'),
  client_number text check (length(client_number) <= 36),
  vendor_account text check (length(vendor_account) <= 20),
  primary key (tenant_id, id),
  unique (tenant_id, supplier_id, client_id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete cascade,
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade
);
create index on supplier_client (tenant_id, client_id);

create table product_group (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  translations jsonb not null default '[]' check (translations = '[]' or app.is_translations(translations)),
  description text check (length(description) <= 4000),
  active boolean not null default true,
  user_select_product_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_select_product_id) references lb_user (tenant_id, id) on delete set null (user_select_product_id)
);

create table product (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  alias text check (length(alias) <= 255),
  description text check (length(description) <= 4000),
  item_number text check (length(item_number) <= 60),
  product_group_id bigint, supplier_id bigint, location_id bigint, cost_center_id bigint,
  is_cost_center_fixed boolean not null default false,
  tax numeric(4, 2) not null default 19 check (tax between 0 and 99.99),
  price_netto numeric(14, 4) check (price_netto >= 0),
  price_brutto numeric(14, 4) check (price_brutto >= 0),
  price_unit numeric(10, 3) not null default 1 check (price_unit > 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  unit text check (length(unit) <= 30),
  image_url text check (image_url ~ '^https?://'),
  webshop_url text check (webshop_url ~ '^https?://'),
  offer_number text check (length(offer_number) <= 60),
  offer_date date,
  active boolean not null default true,
  search_text text generated always as (
    lower(name || ' ' || coalesce(alias, '') || ' ' || coalesce(item_number, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, product_group_id) references product_group (tenant_id, id) on delete restrict,
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete restrict,
  foreign key (tenant_id, location_id) references location (tenant_id, id) on delete restrict,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  constraint product_fixed_cost_center check (not is_cost_center_fixed or cost_center_id is not null)
);
create index on product (tenant_id, name);
create index on product (tenant_id, supplier_id);
create index on product (tenant_id, product_group_id);
create index product_search on product using gin (tenant_id, search_text gin_trgm_ops);

create table product_file (
  tenant_id bigint not null,
  id bigint generated always as identity,
  product_id bigint not null,
  file_id uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict
);
create index on product_file (tenant_id, product_id);

-- Approver links (DATA-20): the marks on documents stand in procurement_approver and invoice_approver.
create table department_approver (
  tenant_id bigint not null,
  id bigint generated always as identity,
  department_id bigint not null,
  lb_user_id bigint not null,
  is_required boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, department_id, lb_user_id),
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on department_approver (tenant_id, lb_user_id);
create table cost_center_approver (
  tenant_id bigint not null,
  id bigint generated always as identity,
  cost_center_id bigint not null,
  lb_user_id bigint not null,
  is_required boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, cost_center_id, lb_user_id),
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on cost_center_approver (tenant_id, lb_user_id);
create table supplier_approver (
  tenant_id bigint not null,
  id bigint generated always as identity,
  supplier_id bigint not null,
  lb_user_id bigint not null,
  is_required boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, supplier_id, lb_user_id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on supplier_approver (tenant_id, lb_user_id);

create table configuration (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  key text not null check (length(key) between 1 and 100),
  value text,
  model text not null default 'string' check (model in
    ('string', 'number', 'boolean', 'date', 'json', 'password', 'lb_user', 'supplier', 'client_address')),
  client_id bigint, lb_user_id bigint, supplier_id bigint, client_address_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, key, client_id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete set null (lb_user_id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete set null (supplier_id),
  foreign key (tenant_id, client_address_id) references client_address (tenant_id, id) on delete set null (client_address_id)
);

create table marketplace (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  provider text not null check (provider in ('amazon', 'mercateo', 'raja', 'conrad', 'thgeyer', 'reichelt')),
  protocol text not null default 'cxml' check (protocol in ('cxml', 'oci')),
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  url text not null check (url ~ '^https?://'),
  order_url text check (order_url ~ '^https?://'),
  email text check (length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  identity text not null,
  -- Encrypted by the application, see TECH-07.
  secret bytea,
  supplier_id bigint not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete restrict
);
create index on marketplace (tenant_id, supplier_id);

-- ROLE-13: what hangs on records with permission groups is visible with them. The names of the tables are
-- those of the columns without `_id`.
create function app.hangs_on(table_name text, variadic parents text[]) returns text language sql immutable
return (
  select string_agg(format(
    'exists (select from %2$I p where p.tenant_id = %1$I.tenant_id and p.id = %1$I.%2$I_id)', table_name, parent), ' and ')
  from unnest(parents) as parent
);

-- Plain n:m links: the two columns are the key. The second column gets the index for the other direction.
create procedure app.link(link_table text, first_table text, second_table text) language plpgsql as $$
declare
  parents text[] := array(select name from unnest(array[first_table, second_table]) as name
    where name in ('client', 'department', 'cost_center', 'supplier', 'client_address'));
begin
  execute format(
    'create table public.%1$I (
       tenant_id bigint not null, %2$I bigint not null, %3$I bigint not null,
       primary key (tenant_id, %2$I, %3$I),
       foreign key (tenant_id, %2$I) references public.%4$I (tenant_id, id) on delete cascade,
       foreign key (tenant_id, %3$I) references public.%5$I (tenant_id, id) on delete cascade)',
    link_table, first_table || '_id', second_table || '_id', first_table, second_table);
  execute format('create index on public.%I (tenant_id, %I)', link_table, second_table || '_id');
  -- The links of permission groups decide what is visible and therefore are; they hold nothing but keys.
  call app.wall(link_table, visible => case first_table
    when 'permission' then 'true' else app.hangs_on(link_table, variadic parents) end);
end
$$;
call app.link('department_client', 'department', 'client');
call app.link('cost_center_client', 'cost_center', 'client');
call app.link('department_cost_center', 'department', 'cost_center');
call app.link('client_ledger_account', 'client', 'ledger_account');
call app.link('client_posting_key', 'client', 'posting_key');
call app.link('client_profit_center', 'client', 'profit_center');
call app.link('supplier_department', 'supplier', 'department');
call app.link('cost_center_address', 'cost_center', 'client_address');
call app.link('client_marketplace', 'client', 'marketplace');
call app.link('permission_client', 'permission', 'client');
call app.link('permission_department', 'permission', 'department');
call app.link('permission_cost_center', 'permission', 'cost_center');
call app.link('permission_supplier', 'permission', 'supplier');
call app.link('permission_product_group', 'permission', 'product_group');

-- ROLE-13: a record with active permission groups is visible to their members and to administrators only.
create procedure app.permission_wall(table_name text) language plpgsql as $$
declare
  condition text := format(
    '(select app.is_admin())
     or not exists (select from permission_%1$s l join permission p on p.tenant_id = l.tenant_id and p.id = l.permission_id and p.active
                    where l.tenant_id = %1$s.tenant_id and l.%1$s_id = %1$s.id)
     or exists (select from permission_%1$s l where l.tenant_id = %1$s.tenant_id and l.%1$s_id = %1$s.id
                and l.permission_id = any ((select app.permissions())::bigint[]))', table_name);
begin
  call app.wall(table_name, visible => condition);
end
$$;
call app.permission_wall('client');
call app.permission_wall('department');
call app.permission_wall('cost_center');
call app.permission_wall('supplier');
call app.permission_wall('product_group');

call app.wall('client_address', parent => 'client',
  visible => 'exists (select from client c where c.tenant_id = client_address.tenant_id and c.id = client_address.client_id)');
call app.wall('user_address', parent => 'lb_user', visible => 'lb_user_id = (select app.user_id()) or (select app.is_admin())');
call app.wall('location');
call app.wall('marketplace', secrets => '{secret}', visible => app.hangs_on('marketplace', 'supplier'));
call app.wall('ledger_account');
call app.wall('posting_key');
call app.wall('profit_center');
call app.wall('tax_group', visible => app.hangs_on('tax_group', 'client'));
call app.wall('tax_item_group', visible => app.hangs_on('tax_item_group', 'client'));
call app.wall('financial_dimension', visible => app.hangs_on('financial_dimension', 'client'));
call app.wall('budget', amounts => '{value}', parent => 'cost_center',
  visible => 'exists (select from cost_center c where c.tenant_id = budget.tenant_id and c.id = budget.cost_center_id)');
call app.wall('supplier_client', parent => 'supplier', visible => app.hangs_on('supplier_client', 'supplier', 'client'));
call app.wall('product', amounts => '{price_netto,price_brutto}', ignored => '{search_text}',
  visible => '(product_group_id is null or exists (select from product_group g where g.tenant_id = product.tenant_id and g.id = product.product_group_id))
    and (supplier_id is null or exists (select from supplier s where s.tenant_id = product.tenant_id and s.id = product.supplier_id))');
call app.wall('product_file', parent => 'product',
  visible => 'exists (select from product p where p.tenant_id = product_file.tenant_id and p.id = product_file.product_id)');
call app.wall('department_approver', parent => 'department', visible => app.hangs_on('department_approver', 'department'));
call app.wall('cost_center_approver', parent => 'cost_center', visible => app.hangs_on('cost_center_approver', 'cost_center'));
call app.wall('supplier_approver', parent => 'supplier', visible => app.hangs_on('supplier_approver', 'supplier'));
-- Passwords are write-only (TECH-07); every other setting is open to the people of the tenant (API-06).
call app.wall('configuration', visible =>
  'model <> ''password'' and (client_id is null or ' || app.hangs_on('configuration', 'client') || ')');

alter table lb_user
  add foreign key (tenant_id, client_id) references client (tenant_id, id) on delete set null (client_id),
  add foreign key (tenant_id, department_id) references department (tenant_id, id) on delete set null (department_id),
  add foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete set null (cost_center_id),
  add foreign key (tenant_id, location_id) references location (tenant_id, id) on delete set null (location_id);
create index on lb_user (tenant_id, client_id);
create index on lb_user (tenant_id, department_id);

-- The next running number of the tenant (NUM-02, NUM-03); `at_least` is the configured initial number.
create function app.next_number(in_abbreviation text, at_least integer default 1) returns integer
language sql volatile
begin atomic
  -- The row lock this takes is the last lock of the saving transaction (NUM-04).
  insert into public.number_counter as counter (tenant_id, abbreviation, last)
    values (app.tenant_id(), in_abbreviation, greatest(at_least, 1))
    on conflict (tenant_id, abbreviation) do update set last = greatest(counter.last + 1, at_least)
    returning last;
end;
grant execute on function app.next_number(text, integer) to writer;
