-- Documents: purchase requests with timeline, lines, approvers, receipts and orders; invoices as far as they
-- are linked to them; who sees what (TECH-12).

create table timeline (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  current_entry_no integer not null default 0 check (current_entry_no >= 0),
  -- Moves with every change of step, assignee, lines or head data, not with comments (TL-26).
  content_version integer not null default 1,
  changed_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, changed_by_id) references lb_user (tenant_id, id) on delete set null (changed_by_id)
);

create table procurement (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  timeline_id bigint not null,
  name text collate app.german check (length(name) <= 255),
  number integer,
  order_number_formatted text,
  draft_number integer,
  draft_number_formatted text generated always as (
    case when draft_number is null then null
         when draft_number < 1000000 then 'DR-' || lpad(draft_number::text, 6, '0')
         else 'DR-' || draft_number::text end) stored,
  status text not null default 'draft' check (status in
    ('draft', 'open', 'approval', 'approved', 'ordered', 'clearing', 'declined', 'completed')),
  creator_id bigint not null,
  client_id bigint, department_id bigint, cost_center_id bigint, ledger_account_id bigint, consignee_id bigint,
  delivery_date date,
  delivery_address_id bigint,
  billing_address_text text check (length(billing_address_text) <= 1000),
  type text not null default 'single_invoice' check (type in ('single_invoice', 'recurring_invoice', 'recurring_contract')),
  usage_type text check (usage_type in ('usage_based', 'monthly', 'quarterly', 'semiannually', 'yearly')),
  payment_timing text check (payment_timing in ('advance', 'postpaid', 'midterm')),
  payment_in_advance boolean not null default false,
  notes text check (length(notes) <= 4000),
  show_notes_in_pdf boolean not null default false,
  external_order_number text check (length(external_order_number) <= 60),
  -- The creator wants no product selection (PROC-12).
  no_product_selection boolean not null default false,
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  exchange_rate numeric(16, 6) check (exchange_rate > 0),
  rate_date date,
  rate_source text check (rate_source in ('document', 'typed')),
  total_netto numeric(14, 2) not null default 0,
  total_tax numeric(14, 2) not null default 0,
  total_brutto numeric(14, 2) not null default 0,
  -- Comparison of numeric is not leakproof; lists filter by these instead.
  total_netto_cents bigint generated always as ((total_netto * 100)::bigint) stored,
  open_value numeric(14, 2) not null default 0,
  completely_invoiced boolean not null default false,
  approved_netto numeric(14, 2),
  approved_supplier_ids bigint[],
  submitted_at timestamptz,
  lines_text text not null default '',
  search_text text generated always as (lower(
    coalesce(order_number_formatted, '') || ' ' || coalesce(name, '') || ' ' || coalesce(external_order_number, '') || ' '
    || coalesce(notes, '') || ' ' || lines_text)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, timeline_id),
  constraint procurement_number_key unique (tenant_id, number),
  constraint procurement_draft_number_key unique (tenant_id, draft_number),
  constraint procurement_total check (total_brutto = total_netto + total_tax),
  constraint procurement_number_after_draft check (status = 'draft' or number is not null),
  foreign key (tenant_id, timeline_id) references timeline (tenant_id, id) on delete restrict,
  foreign key (tenant_id, creator_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, consignee_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict,
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete restrict,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete restrict,
  foreign key (tenant_id, delivery_address_id) references client_address (tenant_id, id) on delete restrict
);
create index on procurement (tenant_id, created_at desc, id desc);
-- The included columns are those of the policy and of the sums, so that counts and totals read the index alone.
create index on procurement (tenant_id, status, created_at desc, id desc)
  include (client_id, department_id, creator_id, total_netto);
create index on procurement (tenant_id, department_id, status, created_at desc, id desc)
  include (client_id, creator_id, total_netto);
create index on procurement (tenant_id, client_id, created_at desc);
create index on procurement (tenant_id, department_id, created_at desc);
create index on procurement (tenant_id, cost_center_id, created_at desc);
-- What a budget counts (BUD-03), summed while the cost center is locked.
create index on procurement (tenant_id, cost_center_id, submitted_at);
create index on procurement (tenant_id, ledger_account_id, created_at desc);
create index on procurement (tenant_id, creator_id, created_at desc);
create index on procurement (tenant_id, consignee_id);
create index on procurement (tenant_id, delivery_address_id);
create index on procurement (tenant_id, total_netto_cents);
create index procurement_search on procurement using gin (tenant_id, search_text gin_trgm_ops);

create table invoice (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  timeline_id bigint not null,
  name text collate app.german check (length(name) <= 255),
  creator_id bigint not null,
  running_number integer,
  invoice_number_formatted text,
  number text check (length(number) <= 36),
  number_printed text check (length(number_printed) <= 60),
  guid uuid not null default gen_random_uuid(),
  document_type text not null default 'invoice' check (document_type in
    ('invoice', 'credit_note', 'self_billing', 'prepayment', 'final')),
  status text not null default 'open' check (status in ('open', 'approval', 'financial-approval', 'clearing',
    'accounting', 'export', 'completed', 'declined', 'declined-exported')),
  client_id bigint, supplier_id bigint, department_id bigint, cost_center_id bigint, ledger_account_id bigint,
  posting_key_id bigint, profit_center_id bigint,
  d365_department_id bigint, employee_id bigint, branch_id bigint, d365_vehicle_id bigint,
  d365_sales_channel_id bigint, d365_area_id bigint, d365_labor_wert_id bigint, d365_project_id bigint,
  procurement_id bigint, corrects_invoice_id bigint,
  invoice_date date, due_date date, delivery_date date, vat_due_date date, service_from date, service_to date,
  tax numeric(4, 2),
  total_netto numeric(14, 2) not null default 0,
  total_tax numeric(14, 2) not null default 0,
  total_brutto numeric(14, 2) not null default 0,
  prepaid_amount numeric(14, 2) not null default 0,
  rounding_amount numeric(14, 2) not null default 0,
  amount_due numeric(14, 2) not null default 0,
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  exchange_rate numeric(16, 6) check (exchange_rate > 0), rate_date date,
  rate_source text check (rate_source in ('document', 'typed')),
  buyer_reference text, order_reference text,
  vat_number text, payment_method text check (payment_method in ('AUTOMATIC_DEBIT', 'CREDIT_CARD', 'BANK_TRANSFER', 'ONLINE_PAYMENT')),
  iban text, bic text,
  notes text check (length(notes) <= 120),
  order_notes text,
  review_status text check (review_status in ('content_rejection', 'insolvency_rejection', 'further_review_required',
    'other_reason_rejection', 'approved')),
  paid boolean not null default false, paid_on date,
  payment_block boolean not null default false, payment_block_reason text,
  payment_in_advance boolean not null default false,
  export_individual_items boolean not null default false,
  exported_at timestamptz,
  discount_base numeric(14, 2),
  discount_1_percentage numeric(5, 2), discount_1_amount numeric(14, 2), discount_1_days integer, discount_1_date date,
  discount_2_percentage numeric(5, 2), discount_2_amount numeric(14, 2), discount_2_days integer, discount_2_date date,
  file_id uuid,
  recognition_raw jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, timeline_id),
  constraint invoice_running_number_key unique (tenant_id, running_number),
  foreign key (tenant_id, timeline_id) references timeline (tenant_id, id) on delete restrict,
  foreign key (tenant_id, creator_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict,
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete restrict,
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete restrict,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete restrict,
  foreign key (tenant_id, posting_key_id) references posting_key (tenant_id, id) on delete restrict,
  foreign key (tenant_id, profit_center_id) references profit_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_department_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, employee_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, branch_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_vehicle_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_sales_channel_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_area_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_labor_wert_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_project_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete set null (procurement_id),
  foreign key (tenant_id, corrects_invoice_id) references invoice (tenant_id, id) on delete set null (corrects_invoice_id),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict
);
create index on invoice (tenant_id, created_at desc, id desc);
create index on invoice (tenant_id, status, created_at desc);
create index on invoice (tenant_id, client_id, created_at desc);
create index on invoice (tenant_id, supplier_id, created_at desc);
create index on invoice (tenant_id, department_id, created_at desc);
create index on invoice (tenant_id, creator_id);
create index on invoice (tenant_id, procurement_id);

-- The steps of a document. Each entry carries the document's own key, so that it is visible through the head.
create table timeline_entry (
  tenant_id bigint not null,
  id bigint generated always as identity,
  timeline_id bigint not null,
  procurement_id bigint,
  invoice_id bigint,
  entry_no integer not null check (entry_no >= 0),
  type text not null,
  status text check (status in ('approved', 'declined', 'reassigned', 'comment', 'upload', 'reassignment', 'skip',
    'repeat', 'system', 'auditLog', 'canceled')),
  size text not null default 'size-m' check (size in ('size-s', 'size-m', 'size-l')),
  lb_user_id bigint,
  comment text check (length(comment) <= 2000),
  -- A remark of the product is a code with values, put into words per reader; amounts stand apart (ROLE-07).
  message_code text,
  message_values jsonb,
  message_amounts jsonb,
  text_type text not null check (text_type in
    ('present', 'past', 'past-unsuccessful', 'future', 'finished-unsuccessful', 'assignment')),
  audit_group text,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  created_by_id bigint,
  primary key (tenant_id, id),
  constraint timeline_entry_no_key unique (tenant_id, timeline_id, entry_no) deferrable initially deferred,
  constraint timeline_entry_of_one_document check (num_nonnulls(procurement_id, invoice_id) = 1),
  foreign key (tenant_id, timeline_id) references timeline (tenant_id, id) on delete cascade,
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, created_by_id) references lb_user (tenant_id, id) on delete restrict
);
create index on timeline_entry (tenant_id, procurement_id) where procurement_id is not null;
create index on timeline_entry (tenant_id, invoice_id) where invoice_id is not null;
create index on timeline_entry (tenant_id, lb_user_id, text_type);
create index on timeline_entry (tenant_id, created_by_id);
-- The open tasks of a person (OVW-10).
create index timeline_entry_task on timeline_entry (tenant_id, lb_user_id) where text_type in ('present', 'assignment');

create table procurement_approver (
  tenant_id bigint not null,
  id bigint generated always as identity,
  procurement_id bigint not null,
  lb_user_id bigint not null,
  is_required boolean not null default false,
  inserted_manually boolean not null default false,
  inserted_by_group boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, procurement_id, lb_user_id),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete restrict
);
create index on procurement_approver (tenant_id, lb_user_id);

-- One visit to a marketplace, whose products come back as pending lines (DATA-41).
create table punchout_cart (
  tenant_id bigint not null,
  id bigint generated always as identity,
  procurement_id bigint not null,
  marketplace_id bigint not null,
  buyer_cookie text not null,
  state text not null default 'open' check (state in ('open', 'returned', 'taken', 'cancelled')),
  pending_lines jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, buyer_cookie),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, marketplace_id) references marketplace (tenant_id, id) on delete restrict
);
create index on punchout_cart (tenant_id, procurement_id);
create index on punchout_cart (tenant_id, marketplace_id);

create table procurement_line (
  tenant_id bigint not null,
  id bigint generated always as identity,
  procurement_id bigint not null,
  sort_no integer not null default 0,
  kind text not null default 'item' check (kind in ('item', 'freight', 'surcharge')),
  description text check (length(description) <= 4000),
  item_number text check (length(item_number) <= 60),
  quantity numeric(14, 3) check (quantity > 0),
  quantity_received numeric(14, 3) not null default 0 check (quantity_received >= 0),
  unit text check (length(unit) <= 30),
  price_netto numeric(18, 8) check (price_netto >= 0),
  price_brutto numeric(18, 8) check (price_brutto >= 0),
  price_mode text not null default 'net' check (price_mode in ('net', 'gross')),
  price_unit numeric(10, 3) not null default 1 check (price_unit > 0),
  tax numeric(4, 2) check (tax between 0 and 99.99),
  -- Computed by the one rule for totals (PRICE-03) and stored for sums over many documents.
  total_netto numeric(14, 2) not null default 0,
  total_brutto numeric(14, 2) not null default 0,
  product_id bigint, product_group_id bigint, supplier_id bigint, cost_center_id bigint, ledger_account_id bigint,
  marketplace_id bigint, punchout_cart_id bigint,
  is_cost_center_fixed boolean not null default false,
  offer_number text check (length(offer_number) <= 60),
  offer_date date,
  image_url text check (image_url ~ '^https?://'),
  webshop_url text check (webshop_url ~ '^https?://'),
  confirmed_delivery_date date,
  order_state text check (order_state in ('open', 'sending', 'sent', 'confirmed', 'failed', 'uncertain', 'cancelled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint procurement_line_received check (quantity is null or quantity_received <= quantity),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete restrict,
  foreign key (tenant_id, product_group_id) references product_group (tenant_id, id) on delete restrict,
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete restrict,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete restrict,
  foreign key (tenant_id, marketplace_id) references marketplace (tenant_id, id) on delete restrict,
  foreign key (tenant_id, punchout_cart_id) references punchout_cart (tenant_id, id) on delete restrict
);
create index on procurement_line (tenant_id, procurement_id, sort_no);
create index on procurement_line (tenant_id, supplier_id);
create index on procurement_line (tenant_id, product_id);
create index on procurement_line (tenant_id, product_group_id);
create index on procurement_line (tenant_id, cost_center_id);
create index on procurement_line (tenant_id, ledger_account_id);

create table goods_receipt (
  tenant_id bigint not null,
  id bigint generated always as identity,
  procurement_id bigint not null,
  procurement_line_id bigint not null,
  number integer not null,
  number_formatted text not null,
  quantity numeric(14, 3) not null check (quantity <> 0),
  reason text check (length(reason) <= 255),
  received_at timestamptz not null default now(),
  lb_user_id bigint not null,
  comment text check (length(comment) <= 2000),
  delivery_note_number text check (length(delivery_note_number) <= 60),
  delivery_note_date date,
  location_id bigint,
  file_id uuid,
  primary key (tenant_id, id),
  -- A counter receipt says why (DATA-30).
  constraint goods_receipt_counter_needs_reason check (quantity > 0 or reason is not null),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, procurement_line_id) references procurement_line (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, location_id) references location (tenant_id, id) on delete set null (location_id),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict
);
create index on goods_receipt (tenant_id, procurement_id);
create index on goods_receipt (tenant_id, procurement_line_id);
create index on goods_receipt (tenant_id, number);

create table procurement_supplier_order (
  tenant_id bigint not null,
  id bigint generated always as identity,
  procurement_id bigint not null,
  supplier_id bigint not null,
  marketplace_id bigint,
  state text not null default 'open' check (state in ('open', 'sending', 'sent', 'confirmed', 'failed', 'uncertain', 'cancelled')),
  channel text check (channel in ('email', 'cxml', 'manual')),
  sent_at timestamptz,
  sent_by_id bigint,
  confirmation_no text check (length(confirmation_no) <= 60),
  comment text check (length(comment) <= 2000),
  version integer not null default 1,
  -- The attempt at sending that counts; what an earlier one reports is too late.
  job_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  -- One block per supplier and marketplace (PROC-16).
  unique nulls not distinct (tenant_id, procurement_id, supplier_id, marketplace_id),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, marketplace_id) references marketplace (tenant_id, id) on delete restrict,
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete restrict,
  foreign key (tenant_id, sent_by_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete set null (job_id)
);
create index on procurement_supplier_order (tenant_id, supplier_id);
create index on procurement_supplier_order (tenant_id, job_id) where job_id is not null;

create table document_file (
  tenant_id bigint not null,
  id bigint generated always as identity,
  file_id uuid not null,
  procurement_id bigint,
  invoice_id bigint,
  name text not null, size integer not null, mime text not null,
  created_by_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint document_file_of_one_document check (num_nonnulls(procurement_id, invoice_id) = 1),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict,
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, created_by_id) references lb_user (tenant_id, id) on delete restrict
);
create index on document_file (tenant_id, procurement_id) where procurement_id is not null;
create index on document_file (tenant_id, invoice_id) where invoice_id is not null;
create index on document_file (tenant_id, file_id);

create table invoice_line (
  tenant_id bigint not null,
  id bigint generated always as identity,
  invoice_id bigint not null,
  sort_no integer not null default 0,
  kind text not null default 'item' check (kind in ('item', 'allowance', 'charge')),
  item_number text, description text check (length(description) <= 4000),
  quantity numeric(14, 3), price_unit numeric(10, 3) not null default 1 check (price_unit > 0),
  unit_net_price numeric(18, 8), line_allowance numeric(14, 2), line_charge numeric(14, 2),
  total_netto numeric(14, 2), total_brutto numeric(14, 2),
  tax_percentage numeric(4, 2),
  tax_category text check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M')),
  tax_exemption_reason text,
  procurement_line_id bigint,
  cost_center_id bigint, ledger_account_id bigint, profit_center_id bigint, tax_group_id bigint, tax_item_group_id bigint,
  d365_department_id bigint, employee_id bigint, branch_id bigint, d365_vehicle_id bigint,
  d365_sales_channel_id bigint, d365_area_id bigint, d365_labor_wert_id bigint, d365_project_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, procurement_line_id) references procurement_line (tenant_id, id) on delete set null (procurement_line_id),
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete restrict,
  foreign key (tenant_id, profit_center_id) references profit_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, tax_group_id) references tax_group (tenant_id, id) on delete restrict,
  foreign key (tenant_id, tax_item_group_id) references tax_item_group (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_department_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, employee_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, branch_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_vehicle_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_sales_channel_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_area_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_labor_wert_id) references financial_dimension (tenant_id, id) on delete restrict,
  foreign key (tenant_id, d365_project_id) references financial_dimension (tenant_id, id) on delete restrict
);
create index on invoice_line (tenant_id, invoice_id, sort_no);
create index on invoice_line (tenant_id, procurement_line_id);

create table invoice_tax (
  tenant_id bigint not null,
  id bigint generated always as identity,
  invoice_id bigint not null,
  tax_percentage numeric(4, 2) not null,
  tax_category text not null default 'S' check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M')),
  net numeric(14, 2) not null,
  tax numeric(14, 2) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade
);
create index on invoice_tax (tenant_id, invoice_id);

-- Everyone a document concerns (TECH-12): the only table the visibility of documents reads. `is_assignee`
-- marks creators and whoever is or was assignee; the others are involved in another way (ROLE-05, ROLE-06).
create table document_person (
  tenant_id bigint not null,
  kind text not null check (kind in ('procurement', 'invoice', 'contract')),
  document_id bigint not null,
  lb_user_id bigint not null,
  is_assignee boolean not null,
  primary key (tenant_id, kind, document_id, lb_user_id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade
);
create index on document_person (tenant_id, lb_user_id, kind, document_id);

create function app.refresh_document_persons(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  with wanted as (
    select document_id, lb_user_id, bool_or(is_assignee) as is_assignee from (
      select id as document_id, creator_id as lb_user_id, true as is_assignee
        from public.procurement where in_kind = 'procurement' and tenant_id = in_tenant and id = any (in_documents)
      union all
      select id, consignee_id, false
        from public.procurement where in_kind = 'procurement' and tenant_id = in_tenant and id = any (in_documents)
      union all
      select id, creator_id, true
        from public.invoice where in_kind = 'invoice' and tenant_id = in_tenant and id = any (in_documents)
      union all
      select procurement_id, lb_user_id, text_type not in ('future', 'finished-unsuccessful')
        from public.timeline_entry
        where in_kind = 'procurement' and tenant_id = in_tenant and procurement_id = any (in_documents)
          and status is distinct from 'comment'
      union all
      select procurement_id, sent_by_id, false
        from public.procurement_supplier_order
        where in_kind = 'procurement' and tenant_id = in_tenant and procurement_id = any (in_documents)
      union all
      select invoice_id, lb_user_id, text_type not in ('future', 'finished-unsuccessful')
        from public.timeline_entry
        where in_kind = 'invoice' and tenant_id = in_tenant and invoice_id = any (in_documents)
          and status is distinct from 'comment'
    ) persons
    where lb_user_id is not null
    group by document_id, lb_user_id
  ), gone as (
    delete from public.document_person p
      where p.tenant_id = in_tenant and p.kind = in_kind and p.document_id = any (in_documents)
        and not exists (select from wanted w where w.document_id = p.document_id and w.lb_user_id = p.lb_user_id)
  )
  insert into public.document_person as p (tenant_id, kind, document_id, lb_user_id, is_assignee)
    select in_tenant, in_kind, w.document_id, w.lb_user_id, w.is_assignee from wanted w
    on conflict (tenant_id, kind, document_id, lb_user_id)
      do update set is_assignee = excluded.is_assignee where p.is_assignee is distinct from excluded.is_assignee;
end
$$;

create function app.document_persons_of_rows() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  document record;
begin
  if tg_table_name = 'timeline_entry' then
    for document in
      select tenant_id, 'procurement' as kind, array_agg(distinct procurement_id) as ids from changed where procurement_id is not null group by tenant_id
      union all
      select tenant_id, 'invoice', array_agg(distinct invoice_id) from changed where invoice_id is not null group by tenant_id
    loop
      perform app.refresh_document_persons(document.tenant_id, document.kind, document.ids);
    end loop;
  elsif tg_table_name = 'procurement_supplier_order' then
    for document in select tenant_id, array_agg(distinct procurement_id) as ids from changed group by tenant_id loop
      perform app.refresh_document_persons(document.tenant_id, 'procurement', document.ids);
    end loop;
  else
    for document in select tenant_id, array_agg(distinct id) as ids from changed group by tenant_id loop
      perform app.refresh_document_persons(document.tenant_id, tg_table_name, document.ids);
    end loop;
  end if;
  return null;
end
$$;
create trigger persons_inserted after insert on timeline_entry referencing new table as changed
  for each statement execute function app.document_persons_of_rows();
create trigger persons_updated after update on timeline_entry referencing new table as changed
  for each statement execute function app.document_persons_of_rows();
create trigger persons_deleted after delete on timeline_entry referencing old table as changed
  for each statement execute function app.document_persons_of_rows();
create trigger persons_inserted after insert on procurement_supplier_order referencing new table as changed
  for each statement execute function app.document_persons_of_rows();
create trigger persons_updated after update on procurement_supplier_order referencing new table as changed
  for each statement execute function app.document_persons_of_rows();
create trigger persons_deleted after delete on procurement_supplier_order referencing old table as changed
  for each statement execute function app.document_persons_of_rows();
create trigger persons_inserted after insert on procurement referencing new table as changed
  for each statement execute function app.document_persons_of_rows();
create trigger persons_updated after update on procurement referencing new table as changed
  for each statement execute function app.document_persons_of_rows();
create trigger persons_inserted after insert on invoice referencing new table as changed
  for each statement execute function app.document_persons_of_rows();
create trigger persons_updated after update on invoice referencing new table as changed
  for each statement execute function app.document_persons_of_rows();

create function app.forget_document_persons() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.document_person
    where tenant_id = old.tenant_id and kind = tg_table_name and document_id = old.id;
  return null;
end
$$;
create trigger persons_forgotten after delete on procurement for each row execute function app.forget_document_persons();
create trigger persons_forgotten after delete on invoice for each row execute function app.forget_document_persons();

-- The lines and their suppliers make a document findable (OVW-04).
create function app.index_lines() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.procurement p set lines_text = texts.lines_text
    from (
      select d.tenant_id, d.procurement_id,
             left(coalesce(string_agg(concat_ws(' ', l.description, l.item_number, s.name), ' ' order by l.sort_no), ''), 8000) as lines_text
      from (select distinct tenant_id, procurement_id from changed) d
      left join public.procurement_line l on l.tenant_id = d.tenant_id and l.procurement_id = d.procurement_id
      left join public.supplier s on s.tenant_id = l.tenant_id and s.id = l.supplier_id
      group by d.tenant_id, d.procurement_id
    ) texts
    where p.tenant_id = texts.tenant_id and p.id = texts.procurement_id and p.lines_text <> texts.lines_text;
  return null;
end
$$;
create trigger indexed_inserted after insert on procurement_line referencing new table as changed
  for each statement execute function app.index_lines();
create trigger indexed_updated after update on procurement_line referencing new table as changed
  for each statement execute function app.index_lines();
create trigger indexed_deleted after delete on procurement_line referencing old table as changed
  for each statement execute function app.index_lines();

-- Numbers never change once assigned (NUM-05). The argument names the column.
create function app.keep_number() returns trigger language plpgsql as $$
declare
  before text := to_jsonb(old) ->> tg_argv[0];
begin
  if before is not null and before is distinct from to_jsonb(new) ->> tg_argv[0] then
    raise exception 'a document number never changes'
      using errcode = '23514', constraint = tg_table_name || '_' || tg_argv[0] || '_fixed';
  end if;
  return new;
end
$$;
create trigger keep_number before update of number on procurement for each row execute function app.keep_number('number');
create trigger keep_draft_number before update of draft_number on procurement for each row execute function app.keep_number('draft_number');
create trigger keep_number before update of running_number on invoice for each row execute function app.keep_number('running_number');
create trigger keep_number before update of number on goods_receipt for each row execute function app.keep_number('number');

-- What a reader sees of the heads: by scope (never other people's drafts), or because it concerns him.
create procedure app.document_wall(table_name text, drafts text, amounts text[], ignored text[] default '{}')
language plpgsql as $$
begin
  call app.wall(table_name, amounts => amounts, ignored => ignored, visible => format(
    '(%2$s) and ((select app.sees_all(%1$L))
        or client_id = (select app.scope_client(%1$L))
        or department_id = (select app.scope_department(%1$L)))
     or creator_id = (select app.user_id())
     or exists (select from document_person dp
          where dp.tenant_id = %1$I.tenant_id and dp.kind = %1$L and dp.document_id = %1$I.id
            and dp.lb_user_id = any ((select app.persons())::bigint[])
            and (dp.is_assignee or (%2$s) and (select app.sees_involved(%1$L))))', table_name, drafts));
end
$$;
call app.document_wall('procurement', drafts => 'status <> ''draft''', ignored => '{lines_text,search_text,total_netto_cents}',
  amounts => '{total_netto,total_tax,total_brutto,total_netto_cents,open_value,approved_netto}');
call app.document_wall('invoice', drafts => 'true', amounts => '{total_netto,total_tax,total_brutto,prepaid_amount,rounding_amount,
  amount_due,discount_base,discount_1_amount,discount_2_amount,recognition_raw}');
-- Policies read it as the person himself, who learns nothing from his own rows.
call app.wall('document_person', audited => false, visible => 'lb_user_id = any ((select app.persons())::bigint[])');

create procedure app.child_wall(table_name text, amounts text[] default '{}', ignored text[] default '{}', parents text[] default '{procurement}')
language plpgsql as $$
declare
  condition text;
begin
  select string_agg(format(
      '%2$I_id is not null and exists (select from %2$I d where d.tenant_id = %1$I.tenant_id and d.id = %1$I.%2$I_id)',
      table_name, parent), ' or ')
    into condition from unnest(parents) as parent;
  call app.wall(table_name, visible => condition, amounts => amounts, ignored => ignored, parent => parents[1]);
end
$$;
call app.child_wall('timeline_entry', parents => '{procurement,invoice}', amounts => '{message_amounts}');
call app.child_wall('procurement_line', amounts => '{price_netto,price_brutto,total_netto,total_brutto}');
call app.child_wall('procurement_approver');
call app.child_wall('punchout_cart', amounts => '{pending_lines}');
call app.child_wall('goods_receipt');
call app.child_wall('procurement_supplier_order');
call app.child_wall('document_file', parents => '{procurement,invoice}');
call app.child_wall('invoice_line', parents => '{invoice}',
  amounts => '{unit_net_price,line_allowance,line_charge,total_netto,total_brutto}');
call app.child_wall('invoice_tax', parents => '{invoice}', amounts => '{net,tax}');
call app.wall('timeline', audited => false, visible =>
  'exists (select from procurement d where d.tenant_id = timeline.tenant_id and d.timeline_id = timeline.id)
   or exists (select from invoice d where d.tenant_id = timeline.tenant_id and d.timeline_id = timeline.id)');

-- A lock tells that somebody edits a document; only who sees the document learns it.
call app.wall('record_lock', audited => false, visible =>
  'exists (select from timeline t where t.tenant_id = record_lock.tenant_id and t.id = record_lock.foreign_id)');

-- The bytes of a file follow what it belongs to.
alter table file
  add foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete restrict,
  add foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete restrict;
alter table mail
  add foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete set null (procurement_id),
  add foreign key (tenant_id, supplier_order_id) references procurement_supplier_order (tenant_id, id) on delete set null (supplier_order_id);
create index on mail (tenant_id, supplier_order_id) where supplier_order_id is not null;
alter table notification
  add foreign key (tenant_id, timeline_entry_id) references timeline_entry (tenant_id, id) on delete cascade;
call app.wall('file', visible =>
  '(not shows_amounts or (select app.has_role(''user-price'')))
   and (procurement_id is not null and exists (select from procurement d where d.tenant_id = file.tenant_id and d.id = file.procurement_id)
     or invoice_id is not null and exists (select from invoice d where d.tenant_id = file.tenant_id and d.id = file.invoice_id)
     or is_master_data
     or procurement_id is null and invoice_id is null and created_by_id = (select app.user_id()))');

create function app.is_gone(kind text, document bigint) returns boolean
language sql stable security definer set search_path = ''
return not exists (select from public.procurement d where kind = 'procurement' and d.tenant_id = app.tenant_id() and d.id = document)
  and not exists (select from public.invoice d where kind = 'invoice' and d.tenant_id = app.tenant_id() and d.id = document);
grant execute on function app.is_gone(text, bigint) to reader, reader_price;

-- An audit row is visible with the record it tells of (ROLE-21); of what is gone, administrators see it.
-- Nobody writes it but the trigger, nobody changes it.
call app.wall('audit_log', audited => false, amounts => '{amounts_before,amounts_after}', secrets => '{xact}', visible =>
  'procurement_id is not null and (exists (select from procurement d where d.tenant_id = audit_log.tenant_id and d.id = audit_log.procurement_id)
     or (select app.is_admin()) and app.is_gone(''procurement'', procurement_id))
   or invoice_id is not null and (exists (select from invoice d where d.tenant_id = audit_log.tenant_id and d.id = audit_log.invoice_id)
     or (select app.is_admin()) and app.is_gone(''invoice'', invoice_id))
   or procurement_id is null and invoice_id is null and ((select app.is_admin()) or app.sees_record("table", foreign_key))');
revoke insert, update, delete on audit_log from writer;

