create table permission (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[name])) stored,
  primary key (tenant_id, id),
  constraint permission_tenant_id_name_key exclude using btree (tenant_id with =, lower(name) with =) deferrable
);
create index permission_search_text on permission using gin (tenant_id, search_text gin_trgm_ops);

create table permission_user (
  tenant_id bigint not null,
  permission_id bigint not null,
  lb_user_id bigint not null,
  primary key (tenant_id, permission_id, lb_user_id),
  foreign key (tenant_id, permission_id) references permission (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on permission_user (tenant_id, lb_user_id);

create table client (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 50),
  active boolean not null default true,
  client_number text check (client_number ~ '^\d{1,9}$'),
  consultant_number text check (consultant_number ~ '^\d{1,9}$'),
  email text check (length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  ledger_account_length integer not null default 4 check (ledger_account_length between 4 and 8),
  vat_number text check (length(vat_number) <= 15),
  tax_number text check (length(tax_number) <= 30),
  legal_form text,
  registered_seat text,
  register_court text,
  register_number text,
  managing_directors text,
  min_approval integer not null default 1 check (min_approval between 0 and 20),
  default_product_tax numeric(4,2) check (default_product_tax between 0 and 99.99),
  default_product_unit text check (length(default_product_unit) <= 30),
  default_product_currency text check (default_product_currency ~ '^[A-Z]{3}$'),
  billing_name text,
  billing_address text,
  billing_address_complement text,
  billing_zipcode text,
  billing_city text,
  billing_country text,
  country text not null default 'DE',
  federal_state text,
  responsible_id bigint,
  logo_file_id uuid,
  letterhead_file_id uuid,
  legal_footer text check (length(legal_footer) <= 4000),
  einvoice_email text,
  purchase_terms text check (length(purchase_terms) <= 4000),
  amount_basis text not null default 'net' check (amount_basis in ('net', 'gross')),
  self_approval text not null default 'never' check (self_approval in ('never', 'below_limit', 'allowed')),
  when_limit_exceeded text not null default 'confirm' check (when_limit_exceeded in ('confirm', 'block')),
  when_budget_exceeded text not null default 'confirm' check (when_budget_exceeded in ('confirm', 'additional_approval', 'block')),
  tax_tolerance numeric(6,2) not null default 0.02,
  match_price_tolerance numeric(6,2) not null default 0,
  match_quantity_tolerance numeric(6,2) not null default 0,
  bank_change_second_person boolean not null default true,
  internal_lead_days integer not null default 14 check (internal_lead_days between 0 and 365),
  notice_transit_days integer not null default 3 check (notice_transit_days between 0 and 30),
  user_clearing_id bigint,
  user_select_product_id bigint,
  user_send_order_id bigint,
  user_consignee_id bigint,
  user_invoice_manual_check_id bigint,
  user_invoice_clearing_id bigint,
  can_delete_document_directly boolean not null default false,
  required_fields jsonb not null default '{}'::jsonb,
  fiscal_year_start text not null default '01-01' check (fiscal_year_start ~ '^\d\d-\d\d$'),
  payables_ledger boolean not null default false,
  receivables_ledger boolean not null default false,
  datev_lock boolean not null default false,
  datev_closed_until date,
  datev_kost_length integer not null default 8 check (datev_kost_length between 4 and 36),
  datev_kost2 text not null default 'none' check (datev_kost2 in ('none', 'profit_center', 'project', 'employee')),
  datev_collective_account text,
  d365_legal_entity text,
  d365_journal_name text,
  d365_document text not null default 'journal' check (d365_document in ('journal', 'pending')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whose limit counts when a substitute approves: the lower of both, his own, or that of the person he stands in for.
  substitute_limit text not null default 'lower' check (substitute_limit in ('lower', 'substitute', 'represented')),
  -- By how many percent the prices that suppliers confirm may raise an order above what was approved, before its
  -- approval is asked for again (PROC-36, TASK-07).
  price_tolerance_percent numeric(5,2) not null default 0 check (price_tolerance_percent between 0 and 100),
  search_text text generated always as (app.search_text(variadic array[name])) stored,
  -- By how much an invoice may differ from its order unasked, beside the percentages that a company has.
  match_price_tolerance_amount numeric(10,2) not null default 0 check (match_price_tolerance_amount >= 0),
  match_quantity_tolerance_amount numeric(10,3) not null default 0 check (match_quantity_tolerance_amount >= 0),
  -- Invoices in which nothing is in doubt may pass their check by themselves, where a company wants it (INV-24).
  touchless_invoices boolean not null default false,
  -- Whether the day of the service leaves with each booking (EXP-10).
  datev_service_date boolean not null default false,
  -- The procurement category of the lines of pending vendor invoices, which have no item.
  d365_procurement_category text check (length(d365_procurement_category) <= 255),
  -- Companies for which nobody shops at marketplaces (SET-06, PUN-15).
  punchout_enabled boolean not null default true,
  -- Who changes value, payee or account of an invoice is not its only approver (INV-32), where the company does not say otherwise.
  separate_check boolean not null default true,
  -- Whoever alone approved a contract, or changed it last, does not sign it where somebody else may (CON-39).
  separate_signature boolean not null default true,
  -- INV-28: freight beyond what was ordered has a limit of its own, net and in the currency of the invoice.
  match_freight_tolerance_amount numeric(10,2) not null default 0 check (match_freight_tolerance_amount >= 0),
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
create index client_search_text on client using gin (tenant_id, search_text gin_trgm_ops);

create table client_address (
  tenant_id bigint not null,
  id bigint generated always as identity,
  client_id bigint not null,
  address_name text collate app.german not null check (trim(address_name) <> '' and length(address_name) <= 255),
  address text not null check (trim(address) <> ''),
  address_complement text,
  zipcode text not null check (trim(zipcode) <> ''),
  city text not null check (trim(city) <> ''),
  country text not null default 'DE',
  consignee text,
  dropoff_location text,
  phone_country_code text,
  phone_number text,
  is_default boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[address_name, address, city])) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  constraint client_address_phone check ((phone_country_code is null) = (phone_number is null))
);
create index on client_address (tenant_id, client_id);
create unique index client_address_default on client_address (tenant_id, client_id) where is_default;
create index client_address_search_text on client_address using gin (tenant_id, search_text gin_trgm_ops);

create table department (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  code text check (code ~ '^[[:alnum:]. _]{1,15}$'),
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  translations jsonb not null default '[]'::jsonb check (translations = '[]' or app.is_translations(translations)),
  active boolean not null default true,
  email text check (length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  client_id bigint,
  responsible_id bigint,
  user_clearing_id bigint,
  user_select_product_id bigint,
  user_send_order_id bigint,
  user_consignee_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[name, app.names_in(translations), code])) stored,
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
create index department_search_text on department using gin (tenant_id, search_text gin_trgm_ops);
create index department_of_code on department (tenant_id, lower(btrim(code)));

create table cost_center (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  number text not null check (number ~ '^[[:alnum:]]([[:alnum:] ]{0,34}[[:alnum:]])?$'),
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  translations jsonb not null default '[]'::jsonb check (translations = '[]' or app.is_translations(translations)),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[number, name, app.names_in(translations)])) stored,
  primary key (tenant_id, id),
  constraint cost_center_tenant_id_number_key exclude using btree (tenant_id with =, lower(number) with =) deferrable
);
-- Lists are ordered by the number as it is written.
create index on cost_center (tenant_id, number);
create index cost_center_search_text on cost_center using gin (tenant_id, search_text gin_trgm_ops);

create table ledger_account (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  number text not null check (number ~ '^[1-9]\d{0,8}$' or number ~ '^0\d{3,8}$'),
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  description text,
  active boolean not null default true,
  automatic boolean not null default false,
  automatic_tax numeric(4,2),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[number, name])) stored,
  primary key (tenant_id, id),
  unique (tenant_id, number) deferrable
);
create index ledger_account_search_text on ledger_account using gin (tenant_id, search_text gin_trgm_ops);

create table posting_key (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  number text not null check (number ~ '^[1-9]\d{0,8}$'),
  tax numeric(4,2) check (tax between 0 and 99.99),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[number, name])) stored,
  primary key (tenant_id, id),
  unique (tenant_id, number) deferrable
);
create index posting_key_search_text on posting_key using gin (tenant_id, search_text gin_trgm_ops);

create table profit_center (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  number text not null check (number ~ '^[1-9]\d{0,8}$'),
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[number, name])) stored,
  primary key (tenant_id, id),
  unique (tenant_id, number) deferrable
);
create index profit_center_search_text on profit_center using gin (tenant_id, search_text gin_trgm_ops);

create table tax_group (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  code text not null check (code ~ '^[[:alnum:]. _]{1,15}$'),
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  client_id bigint not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[code, name])) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict,
  constraint tax_group_tenant_id_client_id_code_key exclude using btree (tenant_id with =, client_id with =, lower(code) with =) deferrable
);
create index tax_group_search_text on tax_group using gin (tenant_id, search_text gin_trgm_ops);

create table tax_item_group (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  code text not null check (code ~ '^[[:alnum:]. _]{1,15}$'),
  tax_code text not null check (length(tax_code) between 1 and 15),
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  client_id bigint not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[code, name])) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict,
  constraint tax_item_group_tenant_id_client_id_code_key exclude using btree (tenant_id with =, client_id with =, lower(code) with =) deferrable
);
create index tax_item_group_search_text on tax_item_group using gin (tenant_id, search_text gin_trgm_ops);

create table financial_dimension (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  code text not null check (length(code) between 1 and 36),
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  client_id bigint not null,
  dimension_type text not null check (dimension_type in ('employee', 'd365_department', 'branch', 'vehicle', 'sales_channel', 'area', 'labor_wert', 'project')),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[code, name])) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict,
  constraint financial_dimension_tenant_id_client_id_dimension_type_code_key exclude using btree (tenant_id with =, client_id with =, dimension_type with =, lower(code) with =) deferrable
);
create index financial_dimension_search_text on financial_dimension using gin (tenant_id, search_text gin_trgm_ops);

create table supplier (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 50),
  email text check (length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  address text,
  zipcode text,
  city text,
  country text not null default 'DE',
  phone text,
  contact_person text,
  order_language text check (order_language ~ '^[a-z]{2}$'),
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
  payment_method text check (payment_method in ('AUTOMATIC_DEBIT', 'CREDIT_CARD', 'BANK_TRANSFER', 'ONLINE_PAYMENT')),
  notes text check (length(notes) <= 4000),
  ledger_account_id bigint,
  cost_center_id bigint,
  department_id bigint,
  posting_key_id bigint,
  tax numeric(4,2) check (tax between 0 and 99.99),
  discount_1_percentage numeric(5,2),
  discount_1_days integer,
  discount_2_percentage numeric(5,2),
  discount_2_days integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[name, supplier_number, external_id, city])) stored,
  -- A supplier who is there twice is merged into another one (ADM-22): all that points to him follows, he stays as an inactive record that
  -- says where he went. It moves payments, so that it governs control (AUTH-37) and is done by somebody who has logged in.
  merged_into_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete set null (ledger_account_id),
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete set null (cost_center_id),
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete set null (department_id),
  foreign key (tenant_id, posting_key_id) references posting_key (tenant_id, id) on delete set null (posting_key_id),
  constraint supplier_merged_into foreign key (tenant_id, merged_into_id) references supplier (tenant_id, id) on delete restrict,
  constraint supplier_merged_is_inactive check (merged_into_id is null or not active)
);
create index on supplier (tenant_id, name);
create index supplier_search_text on supplier using gin (tenant_id, search_text gin_trgm_ops);
-- What names a supplier to the bank and to the books names one supplier alone (ADM-23): VAT id and account among the active suppliers of
-- a tenant, who all are suppliers of each of its companies; the number of the creditor, and that of the vendor, in each company.
create index supplier_of_vat_number on supplier (tenant_id, vat_number);
create index supplier_of_tax_number on supplier (tenant_id, tax_number);
create index supplier_of_account on supplier (tenant_id, iban);
-- 70010 is 700100 where creditors have a digit more.
create index supplier_of_creditor on supplier (tenant_id, rtrim(external_id, '0'));
create index on supplier (tenant_id, merged_into_id) where merged_into_id is not null;
create index supplier_of_number on supplier (tenant_id, lower(btrim(supplier_number)));

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
create index supplier_client_of_creditor on supplier_client (tenant_id, rtrim(external_id, '0'));
create index supplier_client_of_vendor on supplier_client (tenant_id, vendor_account);

create table product_group (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  translations jsonb not null default '[]'::jsonb check (translations = '[]' or app.is_translations(translations)),
  description text check (length(description) <= 4000),
  active boolean not null default true,
  user_select_product_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (app.search_text(variadic array[name, app.names_in(translations)])) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_select_product_id) references lb_user (tenant_id, id) on delete set null (user_select_product_id)
);
create index product_group_search_text on product_group using gin (tenant_id, search_text gin_trgm_ops);

create table product (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  alias text check (length(alias) <= 255),
  description text check (length(description) <= 4000),
  item_number text check (length(item_number) <= 60),
  product_group_id bigint,
  supplier_id bigint,
  location_id bigint,
  cost_center_id bigint,
  is_cost_center_fixed boolean not null default false,
  tax numeric(4,2) not null default 19 check (tax between 0 and 99.99),
  price_netto numeric(14,4) check (price_netto >= 0),
  price_brutto numeric(14,4) check (price_brutto >= 0),
  price_unit numeric(10,3) not null default 1 check (price_unit > 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  unit text check (length(unit) <= 30),
  image_url text check (image_url ~ '^https?://'),
  webshop_url text check (webshop_url ~ '^https?://'),
  offer_number text check (length(offer_number) <= 60),
  offer_date date,
  active boolean not null default true,
  search_text text generated always as (app.search_text(variadic array[name, alias, item_number, supplier_text])) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A product is found by its supplier, too (PROC-07): the name is kept with the product, so that one trigram
  -- index answers all words of a search. It stands for nothing else and is no field of the API.
  supplier_text text not null default '',
  -- ADM-14: the image of a product as a file of the tenant, beside one from the web.
  image_file_id uuid,
  -- The trigrams of a text do not tell its beginning from the beginning of a word: in a catalogue in which every second product has "mm",
  -- looking for those that are called so read all of them (PROC-07). Here each text begins with a letter more, and so do the trigrams.
  starts_text text generated always as (replace(app.search_text(variadic array[name, alias, item_number, supplier_text]), '
 ', '
 q')) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_group_id) references product_group (tenant_id, id) on delete restrict,
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete restrict,
  foreign key (tenant_id, location_id) references location (tenant_id, id) on delete restrict,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, image_file_id) references file (tenant_id, id) on delete set null (image_file_id),
  constraint product_fixed_cost_center check (not is_cost_center_fixed or cost_center_id is not null)
);
create index on product (tenant_id, name);
create index on product (tenant_id, supplier_id);
create index on product (tenant_id, product_group_id);
create index on product (tenant_id, image_file_id) where image_file_id is not null;
create index product_search on product using gin (tenant_id, search_text gin_trgm_ops);
create index product_starts on product using gin (tenant_id, starts_text gin_trgm_ops);
-- Numbers that name a row name one active row of their place (SHEET-21): what stood twice before stays and may be saved as it is.
create index product_of_item_number on product (tenant_id, lower(btrim(item_number)), supplier_id);

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

create table marketplace (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text collate app.german not null check (trim(name) <> '' and length(name) <= 255),
  provider text not null check (provider in ('amazon', 'mercateo', 'raja', 'conrad', 'thgeyer', 'reichelt')),
  protocol text not null default 'cxml' check (protocol in ('cxml', 'oci')),
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  url text not null check (url ~ '^https?://'),
  order_url text check (order_url ~ '^https?://'),
  email text check (length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  identity text not null check (length(identity) between 1 and 255),
  -- Encrypted by the application, see TECH-07.
  secret bytea,
  supplier_id bigint not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  has_secret boolean not null generated always as (secret is not null) stored,
  -- How a shop calls those who talk to it, how a browser goes there, and whether it shall take orders seriously (PUN-01, PUN-02).
  identity_domain text not null default 'NetworkId' check (length(identity_domain) between 1 and 60),
  supplier_domain text check (length(supplier_domain) between 1 and 60),
  supplier_identity text check (length(supplier_identity) between 1 and 255),
  business_unit text check (length(business_unit) between 1 and 255),
  start_method text not null default 'post' check (start_method in ('post', 'get')),
  test_mode boolean not null default false,
  search_text text generated always as (app.search_text(variadic array[name])) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete restrict
);
create index on marketplace (tenant_id, supplier_id);
create index marketplace_search_text on marketplace using gin (tenant_id, search_text gin_trgm_ops);

-- Where a supplier prints what was read wrongly once, learnt from the correction of an invoice. A hint holds the words beside
-- a value and never the value; administrators see and delete it at the supplier.
create table supplier_hint (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  supplier_id bigint not null,
  field text not null check (field in ('invoiceNumber', 'orderReference', 'invoiceDate', 'dueDate', 'deliveryDate', 'totalNet', 'totalTax', 'totalGross')),
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
  foreign key (tenant_id, taught_by_id) references lb_user (tenant_id, id) on delete set null (taught_by_id)
);
create index on supplier_hint (tenant_id, supplier_id, field, id desc);
create index on supplier_hint (tenant_id, source_invoice_id);
create index on supplier_hint (tenant_id, taught_by_id);

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
  search_text text generated always as (app.search_text(variadic array[code])) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict,
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete restrict,
  constraint buyer_reference_tenant_id_code_key exclude using btree (tenant_id with =, lower(code) with =) deferrable
);
create index on buyer_reference (tenant_id, client_id);
create index on buyer_reference (tenant_id, department_id);
create index buyer_reference_search_text on buyer_reference using gin (tenant_id, search_text gin_trgm_ops);

-- The account of a supplier changes in two steps: somebody proposes another one, and a second person confirms it (INV-21).
-- What was proposed, by whom, and what became of it, is the history of his bank data (DATA-19).
create table supplier_bank_change (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  supplier_id bigint,
  iban text check (iban ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$'),
  bic text check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  -- What stood at the supplier when it was proposed.
  former_iban text,
  former_bic text,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'rejected', 'replaced', 'void')),
  -- Who is really logged in, also while he acts as somebody else; null where a machine read it.
  proposed_by_id bigint,
  proposed_at timestamptz not null default now(),
  decided_by_id bigint,
  decided_at timestamptz,
  -- The invoice that brought it.
  source_invoice_id bigint,
  -- Nobody else could have confirmed it, or no company wanted a second person.
  at_once boolean not null default false,
  -- What of the supplier changed while it waited, so that it is void.
  void_columns text[],
  -- Where nobody else could confirm an account, one person does so, at the supplier or on an invoice; those who pay and those who run
  -- the installation are told (AUTH-37, INV-33).
  is_untold boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, proposed_by_id) references lb_user (tenant_id, id) on delete set null (proposed_by_id),
  foreign key (tenant_id, decided_by_id) references lb_user (tenant_id, id) on delete set null (decided_by_id),
  -- Deferred, as the account of a new supplier is written down before his row is.
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete set null (supplier_id) deferrable initially deferred,
  constraint supplier_bank_change_decided check ((state = 'pending') = (decided_at is null))
);
create index on supplier_bank_change (tenant_id, supplier_id, id desc);
-- One proposal waits at a time: a later one takes its place.
create unique index supplier_bank_change_pending on supplier_bank_change (tenant_id, supplier_id) where state = 'pending';
create index on supplier_bank_change (tenant_id, proposed_by_id);
create index on supplier_bank_change (tenant_id, decided_by_id);
create index on supplier_bank_change (tenant_id, source_invoice_id);
create index supplier_bank_change_of_account on supplier_bank_change (tenant_id, iban);
create index supplier_bank_change_untold on supplier_bank_change (tenant_id) where is_untold;

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
  search_text text generated always as (app.search_text(variadic array[name])) stored,
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

-- The name of a dimension there. In which order they stand the organisation says itself.
create table client_d365_dimension (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  client_id bigint not null,
  dimension text not null check (dimension in ('cost_center', 'profit_center', 'employee', 'd365_department', 'branch', 'vehicle', 'sales_channel', 'area', 'labor_wert', 'project')),
  name text not null check (trim(name) <> '' and length(name) <= 60),
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade
);
create index on client_d365_dimension (tenant_id, client_id);

-- The product group of what a shop puts into a group of goods; a code that ends with * means all that begin so.
create table marketplace_product_group (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  marketplace_id bigint not null,
  code text not null check (trim(code) <> '' and length(code) <= 60),
  product_group_id bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, marketplace_id, code),
  foreign key (tenant_id, marketplace_id) references marketplace (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_group_id) references product_group (tenant_id, id) on delete cascade
);
create index on marketplace_product_group (tenant_id, product_group_id);

-- EXP-10: the accounts of the chart of a company (EXTF 20), as they were imported last. Accounts are typed without leading zeros
-- (VAL-31), and of a number with one digit less than the company's have, these alone tell at which end a zero is missing.
create table client_chart_account (
  tenant_id bigint not null references tenant (id) on delete cascade,
  client_id bigint not null,
  account text not null check (account ~ '^\d{1,9}$'),
  primary key (tenant_id, client_id, account),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade
);

create table client_ledger_account (
  tenant_id bigint not null,
  client_id bigint not null,
  ledger_account_id bigint not null,
  primary key (tenant_id, client_id, ledger_account_id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete cascade
);
create index client_ledger_account_tenant_id_ledger_account_id_idx on client_ledger_account using btree (tenant_id, ledger_account_id);

create table client_marketplace (
  tenant_id bigint not null,
  client_id bigint not null,
  marketplace_id bigint not null,
  primary key (tenant_id, client_id, marketplace_id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, marketplace_id) references marketplace (tenant_id, id) on delete cascade
);
create index client_marketplace_tenant_id_marketplace_id_idx on client_marketplace using btree (tenant_id, marketplace_id);

create table client_posting_key (
  tenant_id bigint not null,
  client_id bigint not null,
  posting_key_id bigint not null,
  primary key (tenant_id, client_id, posting_key_id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, posting_key_id) references posting_key (tenant_id, id) on delete cascade
);
create index client_posting_key_tenant_id_posting_key_id_idx on client_posting_key using btree (tenant_id, posting_key_id);

create table client_profit_center (
  tenant_id bigint not null,
  client_id bigint not null,
  profit_center_id bigint not null,
  primary key (tenant_id, client_id, profit_center_id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, profit_center_id) references profit_center (tenant_id, id) on delete cascade
);
create index client_profit_center_tenant_id_profit_center_id_idx on client_profit_center using btree (tenant_id, profit_center_id);

create table cost_center_address (
  tenant_id bigint not null,
  cost_center_id bigint not null,
  client_address_id bigint not null,
  primary key (tenant_id, cost_center_id, client_address_id),
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete cascade,
  foreign key (tenant_id, client_address_id) references client_address (tenant_id, id) on delete cascade
);
create index cost_center_address_tenant_id_client_address_id_idx on cost_center_address using btree (tenant_id, client_address_id);

create table cost_center_client (
  tenant_id bigint not null,
  cost_center_id bigint not null,
  client_id bigint not null,
  primary key (tenant_id, cost_center_id, client_id),
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete cascade,
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade
);
create index cost_center_client_tenant_id_client_id_idx on cost_center_client using btree (tenant_id, client_id);

create table department_client (
  tenant_id bigint not null,
  department_id bigint not null,
  client_id bigint not null,
  primary key (tenant_id, department_id, client_id),
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete cascade,
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade
);
create index department_client_tenant_id_client_id_idx on department_client using btree (tenant_id, client_id);

create table department_cost_center (
  tenant_id bigint not null,
  department_id bigint not null,
  cost_center_id bigint not null,
  primary key (tenant_id, department_id, cost_center_id),
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete cascade,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete cascade
);
create index department_cost_center_tenant_id_cost_center_id_idx on department_cost_center using btree (tenant_id, cost_center_id);

create table permission_client (
  tenant_id bigint not null,
  permission_id bigint not null,
  client_id bigint not null,
  primary key (tenant_id, permission_id, client_id),
  foreign key (tenant_id, permission_id) references permission (tenant_id, id) on delete cascade,
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade
);
create index permission_client_tenant_id_client_id_idx on permission_client using btree (tenant_id, client_id);

create table permission_cost_center (
  tenant_id bigint not null,
  permission_id bigint not null,
  cost_center_id bigint not null,
  primary key (tenant_id, permission_id, cost_center_id),
  foreign key (tenant_id, permission_id) references permission (tenant_id, id) on delete cascade,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete cascade
);
create index permission_cost_center_tenant_id_cost_center_id_idx on permission_cost_center using btree (tenant_id, cost_center_id);

create table permission_department (
  tenant_id bigint not null,
  permission_id bigint not null,
  department_id bigint not null,
  primary key (tenant_id, permission_id, department_id),
  foreign key (tenant_id, permission_id) references permission (tenant_id, id) on delete cascade,
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete cascade
);
create index permission_department_tenant_id_department_id_idx on permission_department using btree (tenant_id, department_id);

create table permission_product_group (
  tenant_id bigint not null,
  permission_id bigint not null,
  product_group_id bigint not null,
  primary key (tenant_id, permission_id, product_group_id),
  foreign key (tenant_id, permission_id) references permission (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_group_id) references product_group (tenant_id, id) on delete cascade
);
create index permission_product_group_tenant_id_product_group_id_idx on permission_product_group using btree (tenant_id, product_group_id);

create table permission_supplier (
  tenant_id bigint not null,
  permission_id bigint not null,
  supplier_id bigint not null,
  primary key (tenant_id, permission_id, supplier_id),
  foreign key (tenant_id, permission_id) references permission (tenant_id, id) on delete cascade,
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete cascade
);
create index permission_supplier_tenant_id_supplier_id_idx on permission_supplier using btree (tenant_id, supplier_id);

create table supplier_department (
  tenant_id bigint not null,
  supplier_id bigint not null,
  department_id bigint not null,
  primary key (tenant_id, supplier_id, department_id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete cascade,
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete cascade
);
create index supplier_department_tenant_id_department_id_idx on supplier_department using btree (tenant_id, department_id);

-- Keys of earlier tables that point here.
alter table configuration add foreign key (tenant_id, client_id) references client(tenant_id, id) on delete cascade;
alter table configuration add foreign key (tenant_id, supplier_id) references supplier(tenant_id, id) on delete set null (supplier_id);
alter table configuration add foreign key (tenant_id, client_address_id) references client_address(tenant_id, id) on delete set null (client_address_id);
alter table lb_user add foreign key (tenant_id, client_id) references client(tenant_id, id) on delete set null (client_id);
alter table lb_user add foreign key (tenant_id, department_id) references department(tenant_id, id) on delete set null (department_id);
alter table lb_user add foreign key (tenant_id, cost_center_id) references cost_center(tenant_id, id) on delete set null (cost_center_id);
alter table lb_user add constraint lb_user_auditor_client foreign key (tenant_id, auditor_client_id) references client(tenant_id, id);
