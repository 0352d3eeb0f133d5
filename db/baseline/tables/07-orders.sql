create table procurement (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  timeline_id bigint not null,
  name text collate app.german check (length(name) <= 255),
  number integer,
  order_number_formatted text,
  draft_number integer,
  draft_number_formatted text generated always as (
case
    when draft_number is null then null::text
    when draft_number < 1000000 then 'DR-' || lpad(draft_number::text, 6, '0')
    else 'DR-' || draft_number::text
end) stored,
  status text not null default 'draft' check (status in ('draft', 'open', 'approval', 'approved', 'ordered', 'clearing', 'declined', 'completed')),
  creator_id bigint not null,
  client_id bigint,
  department_id bigint,
  cost_center_id bigint,
  ledger_account_id bigint,
  consignee_id bigint,
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
  exchange_rate numeric(16,6) check (exchange_rate > 0),
  rate_date date,
  rate_source text check (rate_source in ('document', 'typed')),
  total_netto numeric(14,2) not null default 0,
  total_tax numeric(14,2) not null default 0,
  total_brutto numeric(14,2) not null default 0,
  open_value numeric(14,2) not null default 0,
  completely_invoiced boolean not null default false,
  approved_netto numeric(14,2),
  approved_supplier_ids bigint[],
  submitted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  contract_id bigint,
  -- Why a document is held beyond its retention; null where nothing holds it. Who set it and when stands in its timeline.
  legal_hold text check (length(legal_hold) between 1 and 2000),
  primary key (tenant_id, id),
  unique (tenant_id, timeline_id),
  constraint procurement_number_key unique (tenant_id, number),
  constraint procurement_draft_number_key unique (tenant_id, draft_number),
  foreign key (tenant_id, timeline_id) references timeline (tenant_id, id) on delete restrict,
  foreign key (tenant_id, creator_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, consignee_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict,
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete restrict,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete restrict,
  foreign key (tenant_id, delivery_address_id) references client_address (tenant_id, id) on delete restrict,
  constraint procurement_total check (total_brutto = total_netto + total_tax),
  constraint procurement_number_after_draft check (status = 'draft' or number is not null)
);
alter table procurement set (fillfactor=85);
create index on procurement (tenant_id, created_at desc, id desc);
create index on procurement (tenant_id, client_id, created_at desc);
create index on procurement (tenant_id, department_id, created_at desc);
create index on procurement (tenant_id, cost_center_id, created_at desc);
-- What a budget counts (BUD-03), summed while the cost center is locked.
create index on procurement (tenant_id, cost_center_id, submitted_at);
create index on procurement (tenant_id, ledger_account_id, created_at desc);
create index on procurement (tenant_id, creator_id, created_at desc);
create index on procurement (tenant_id, consignee_id);
create index on procurement (tenant_id, delivery_address_id);
create index on procurement (tenant_id, contract_id) where contract_id is not null;
create index procurement_foreign on procurement (tenant_id, id) include (exchange_rate) where exchange_rate is not null;

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
  pending_lines jsonb not null default '[]'::jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A visit to a shop: who went, what for, until when a cart may come back, and under which token, of which the digest is kept.
  created_by_id bigint,
  operation text not null default 'create' check (operation in ('create', 'edit', 'inspect')),
  operation_allowed text not null default 'create' check (operation_allowed in ('create', 'edit', 'inspect')),
  token_hash bytea,
  token_until timestamptz,
  -- SHA-256 of what came back, so that the same post again changes nothing.
  returned_key bytea,
  returned_at timestamptz,
  failure text check (length(failure) <= 60),
  primary key (tenant_id, id),
  unique (tenant_id, buyer_cookie),
  unique (token_hash),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, marketplace_id) references marketplace (tenant_id, id) on delete restrict,
  foreign key (tenant_id, created_by_id) references lb_user (tenant_id, id) on delete set null (created_by_id)
);
create index on punchout_cart (tenant_id, procurement_id);
create index on punchout_cart (tenant_id, marketplace_id);
create index on punchout_cart (tenant_id, created_by_id);

create table procurement_line (
  tenant_id bigint not null,
  id bigint generated always as identity,
  procurement_id bigint not null,
  sort_no integer not null default 0,
  kind text not null default 'item' check (kind in ('item', 'freight', 'surcharge')),
  description text check (length(description) <= 4000),
  item_number text check (length(item_number) <= 60),
  quantity numeric(14,3) check (quantity > 0),
  quantity_received numeric(14,3) not null default 0 check (quantity_received >= 0),
  unit text check (length(unit) <= 30),
  price_netto numeric(18,8) check (price_netto >= 0),
  price_brutto numeric(18,8) check (price_brutto >= 0),
  price_mode text not null default 'net' check (price_mode in ('net', 'gross')),
  price_unit numeric(10,3) not null default 1 check (price_unit > 0),
  tax numeric(4,2) check (tax between 0 and 99.99),
  -- Computed by the one rule for totals (PRICE-03) and stored for sums over many documents.
  total_netto numeric(14,2) not null default 0,
  total_brutto numeric(14,2) not null default 0,
  product_id bigint,
  product_group_id bigint,
  supplier_id bigint,
  cost_center_id bigint,
  ledger_account_id bigint,
  marketplace_id bigint,
  punchout_cart_id bigint,
  is_cost_center_fixed boolean not null default false,
  offer_number text check (length(offer_number) <= 60),
  offer_date date,
  image_url text check (image_url ~ '^https?://'),
  webshop_url text check (webshop_url ~ '^https?://'),
  confirmed_delivery_date date,
  order_state text check (order_state in ('open', 'sending', 'sent', 'confirmed', 'failed', 'uncertain', 'cancelled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Asked of the supplier for this line; without it the date of the whole order counts.
  delivery_date date,
  -- Something of the line has not arrived yet. A comparison of numeric is not leakproof; lists filter by this instead.
  is_outstanding boolean not null generated always as (kind = 'item' and quantity is not null and quantity_received < quantity) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete restrict,
  foreign key (tenant_id, product_group_id) references product_group (tenant_id, id) on delete restrict,
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete restrict,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete restrict,
  foreign key (tenant_id, marketplace_id) references marketplace (tenant_id, id) on delete restrict,
  foreign key (tenant_id, punchout_cart_id) references punchout_cart (tenant_id, id) on delete restrict,
  constraint procurement_line_received check (quantity is null or quantity_received <= quantity)
);
create index on procurement_line (tenant_id, procurement_id, sort_no);
create index on procurement_line (tenant_id, supplier_id);
create index on procurement_line (tenant_id, product_id);
create index on procurement_line (tenant_id, product_group_id);
create index on procurement_line (tenant_id, cost_center_id);
create index on procurement_line (tenant_id, ledger_account_id);
-- What orders contain is added from one index (DASH-04): of the lines all that counts, and of the few orders in another currency
-- their rates.
create index procurement_line_ordered on procurement_line (tenant_id, procurement_id)
  include (product_id, supplier_id, item_number, unit, quantity, total_netto)
  where kind = 'item' and (product_id is not null or item_number is not null);
create index on procurement_line (tenant_id, punchout_cart_id) where punchout_cart_id is not null;

create table goods_receipt (
  tenant_id bigint not null,
  id bigint generated always as identity,
  procurement_id bigint not null,
  procurement_line_id bigint not null,
  number integer not null,
  number_formatted text not null,
  quantity numeric(14,3) not null check (quantity <> 0),
  reason text check (length(reason) <= 255),
  received_at timestamptz not null default now(),
  lb_user_id bigint not null,
  comment text check (length(comment) <= 2000),
  delivery_note_number text check (length(delivery_note_number) <= 60),
  delivery_note_date date,
  location_id bigint,
  file_id uuid,
  -- A counter receipt belongs to the receipt that it takes back (PROC-18). Those booked before belong to none.
  reverses_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, procurement_line_id) references procurement_line (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, location_id) references location (tenant_id, id) on delete set null (location_id),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict,
  foreign key (tenant_id, reverses_id) references goods_receipt (tenant_id, id) on delete cascade,
  -- A counter receipt says why (DATA-30).
  constraint goods_receipt_counter_needs_reason check (quantity > 0 or reason is not null)
);
create index on goods_receipt (tenant_id, procurement_id);
create index on goods_receipt (tenant_id, procurement_line_id);
create index on goods_receipt (tenant_id, number);
create index on goods_receipt (tenant_id, reverses_id) where reverses_id is not null;
create index on goods_receipt (tenant_id, file_id) where file_id is not null;

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
  -- The attempt at sending that counts; what an earlier one reports is too late.
  job_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint procurement_supplier_order_tenant_id_procurement_id_supplie_key unique nulls not distinct (tenant_id, procurement_id, supplier_id, marketplace_id),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, marketplace_id) references marketplace (tenant_id, id) on delete restrict,
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete restrict,
  foreign key (tenant_id, sent_by_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete set null (job_id)
);
create index on procurement_supplier_order (tenant_id, supplier_id);
create index on procurement_supplier_order (tenant_id, job_id) where job_id is not null;
-- An order is found by the number that its shop was told.
create index on procurement_supplier_order (tenant_id, marketplace_id) where marketplace_id is not null;

-- What was said between us and a marketplace (PUN-09); secrets are masked before it is written.
create table punchout_log (
  tenant_id bigint not null,
  id bigint generated always as identity,
  cart_id bigint,
  direction text not null check (direction in ('incoming', 'outgoing')),
  method text,
  url text,
  header jsonb,
  body text,
  request text,
  response text,
  created_at timestamptz not null default now(),
  marketplace_id bigint,
  status integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, cart_id) references punchout_cart (tenant_id, id) on delete cascade,
  foreign key (tenant_id, marketplace_id) references marketplace (tenant_id, id) on delete cascade
);
create index on punchout_log (tenant_id, cart_id, id);
create index on punchout_log (created_at);
create index on punchout_log (tenant_id, marketplace_id, id);

-- One row for each attempt at telling a supplier something about his order. A failed attempt is repeated under the
-- same version; what was sent stays as it was sent.
create table procurement_order_letter (
  tenant_id bigint not null,
  id bigint generated always as identity,
  procurement_id bigint not null,
  supplier_order_id bigint not null,
  kind text not null check (kind in ('order', 'change', 'cancellation')),
  version integer not null check (version > 0),
  -- Which change it is: "Bestelländerung 2".
  change_no integer check (change_no > 0),
  state text not null check (state in ('sending', 'sent', 'failed', 'uncertain', 'cancelled')),
  -- Why it has not gone out, and what the mail server said.
  failure text check (failure in ('order_changed', 'order_not_ready', 'request_cancelled', 'mail_refused', 'shop_refused', 'interrupted')),
  failure_reason text check (length(failure_reason) <= 500),
  channel text not null check (channel in ('email', 'cxml', 'manual')),
  -- What it says, as it was when the person decided to send it.
  content jsonb not null,
  recipient text check (length(recipient) <= 254),
  job_id bigint,
  file_id uuid,
  created_by_id bigint not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- When an order was handed to a shop: whoever finds it begun does not know whether it arrived, and asks a person (PUN-10).
  handed_over_at timestamptz,
  -- What a shop said to an order, kept before the request is written to: whoever goes on after a break knows it (PUN-10).
  shop_answer jsonb,
  primary key (tenant_id, id),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, supplier_order_id) references procurement_supplier_order (tenant_id, id) on delete cascade,
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete set null (job_id),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict,
  foreign key (tenant_id, created_by_id) references lb_user (tenant_id, id) on delete restrict,
  constraint procurement_order_letter_change_counts check ((kind = 'change') = (change_no is not null))
);
create index on procurement_order_letter (tenant_id, procurement_id);
create index on procurement_order_letter (tenant_id, job_id) where job_id is not null;
-- Only one letter of an order is on its way at a time.
create unique index procurement_order_letter_on_its_way on procurement_order_letter (tenant_id, supplier_order_id)
  where state = 'sending';
create index on procurement_order_letter (tenant_id, file_id);

-- What a supplier confirmed of his order, with the differences that somebody accepted or has still to accept.
create table order_confirmation (
  tenant_id bigint not null,
  id bigint generated always as identity,
  procurement_id bigint not null,
  supplier_order_id bigint not null,
  number text check (length(number) <= 60),
  confirmed_on date,
  comment text check (length(comment) <= 2000),
  file_id uuid,
  created_by_id bigint not null,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  accepted_by_id bigint,
  -- In how many places the answer deviated then; who sees no prices reads it as well. Unknown for those of before.
  difference_count integer check (difference_count >= 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, supplier_order_id) references procurement_supplier_order (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict,
  foreign key (tenant_id, created_by_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, accepted_by_id) references lb_user (tenant_id, id) on delete restrict,
  constraint order_confirmation_accepted_by_somebody check ((accepted_at is null) = (accepted_by_id is null))
);
create index on order_confirmation (tenant_id, procurement_id);
create index on order_confirmation (tenant_id, supplier_order_id);
create index on order_confirmation (tenant_id, file_id) where file_id is not null;

create table order_confirmation_line (
  tenant_id bigint not null,
  id bigint generated always as identity,
  procurement_id bigint not null,
  order_confirmation_id bigint not null,
  procurement_line_id bigint,
  quantity numeric(14,3) check (quantity >= 0),
  -- As the order's own price: net or gross, for the same number of units.
  price numeric(18,8) check (price >= 0),
  delivery_date date,
  -- What stood in the order when the supplier's answer was compared with it for the last time: when it came, and again
  -- when it was accepted. A line that leaves the order later stays in the record (PROC-36).
  description text,
  ordered_quantity numeric(14,3),
  ordered_price numeric(18,8),
  ordered_delivery_date date,
  primary key (tenant_id, id),
  constraint order_confirmation_line_tenant_id_order_confirmation_id_pro_key unique (tenant_id, order_confirmation_id, procurement_line_id),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, order_confirmation_id) references order_confirmation (tenant_id, id) on delete cascade,
  foreign key (tenant_id, procurement_line_id) references procurement_line (tenant_id, id) on delete set null (procurement_line_id)
);
create index on order_confirmation_line (tenant_id, procurement_id);
create index on order_confirmation_line (tenant_id, procurement_line_id);

-- What shops have told us of orders, so that each message counts once (PUN-10). Nobody reads it; the log is for people.
create table punchout_notice (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  marketplace_id bigint not null,
  -- SHA-256 of the name that the shop gave its message, and of the message.
  payload_key bytea not null check (length(payload_key) = 32),
  body_key bytea not null check (length(body_key) = 32),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, marketplace_id, payload_key),
  foreign key (tenant_id, marketplace_id) references marketplace (tenant_id, id) on delete cascade
);

-- What happens to the lines of orders is kept as movements with a day each: ordered, received, ended, invoiced. The lists of the
-- end of a month are sums of them up to a day (DASH-07). A movement is written in the transaction of what happened and stays as
-- it is; only those of invoices follow their documents, which count on their own date however late they come.
create table order_movement (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  procurement_id bigint not null,
  -- The number of the line, which may be gone since.
  line bigint not null,
  -- ended: what is not expected any more of an order that is completed, cancelled or completely invoiced.
  kind text not null check (kind in ('ordered', 'received', 'ended', 'invoiced')),
  day date not null,
  -- Of the company.
  currency text not null,
  net numeric(16,2) not null,
  -- Of what is ordered: where it counted then.
  cost_center_id bigint,
  goods_receipt_id bigint,
  invoice_id bigint,
  -- Of the whole order: since when nothing of it is awaited any more, so that lists as of a later day need not look at it.
  settled_on date not null default 'infinity'::date,
  -- What is open on a day is read from the index alone, in numbers that are added fast.
  net_cents bigint generated always as ((net * 100::numeric)::bigint) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, goods_receipt_id) references goods_receipt (tenant_id, id) on delete cascade
);
create index on order_movement (tenant_id, procurement_id, line);
create index on order_movement (tenant_id, cost_center_id) where cost_center_id is not null;
create index on order_movement (tenant_id, goods_receipt_id) where goods_receipt_id is not null;
create index on order_movement (tenant_id, invoice_id) where invoice_id is not null;
create index order_movement_tenant_id_settled_on_idx on order_movement (tenant_id, settled_on, day)
  include (procurement_id, line, kind, currency, net_cents);

-- Keys of earlier tables that point here.
alter table file add foreign key (tenant_id, procurement_id) references procurement(tenant_id, id) on delete restrict;
alter table mail add foreign key (tenant_id, procurement_id) references procurement(tenant_id, id) on delete set null (procurement_id);
alter table mail add foreign key (tenant_id, supplier_order_id) references procurement_supplier_order(tenant_id, id) on delete set null (supplier_order_id);
alter table timeline_entry add foreign key (tenant_id, procurement_id) references procurement(tenant_id, id) on delete cascade;
alter table document_file add foreign key (tenant_id, procurement_id) references procurement(tenant_id, id) on delete cascade;
alter table document_question add foreign key (tenant_id, procurement_id) references procurement(tenant_id, id) on delete cascade;
alter table document_hand add foreign key (tenant_id, procurement_id) references procurement(tenant_id, id) on delete cascade;
alter table approval_record add foreign key (tenant_id, procurement_id) references procurement(tenant_id, id) on delete cascade;
alter table budget_amount add foreign key (tenant_id, procurement_id) references procurement(tenant_id, id) on delete cascade;
alter table goods_receipt add constraint goods_receipt_counter_takes_back check ((quantity < 0) = (reverses_id is not null)) not valid;
