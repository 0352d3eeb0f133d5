-- Letters to suppliers with their versions, what suppliers confirm, and when each line is wanted (PROC-28, PROC-35
-- to PROC-37).

alter table procurement_line
  -- Asked of the supplier for this line; without it the date of the whole order counts.
  add column delivery_date date,
  -- Something of the line has not arrived yet. A comparison of numeric is not leakproof; lists filter by this instead.
  add column is_outstanding boolean not null generated always as
    (kind = 'item' and quantity is not null and quantity_received < quantity) stored;
call app.child_wall('procurement_line', amounts => '{price_netto,price_brutto,total_netto,total_brutto}',
  ignored => '{is_outstanding}');

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
  failure text check (failure in ('order_changed', 'request_cancelled', 'mail_refused', 'interrupted')),
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
  primary key (tenant_id, id),
  constraint procurement_order_letter_change_counts check ((kind = 'change') = (change_no is not null)),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, supplier_order_id) references procurement_supplier_order (tenant_id, id) on delete cascade,
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete set null (job_id),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict,
  foreign key (tenant_id, created_by_id) references lb_user (tenant_id, id) on delete restrict
);
create index on procurement_order_letter (tenant_id, procurement_id);
create index on procurement_order_letter (tenant_id, job_id) where job_id is not null;
-- Only one letter of an order is on its way at a time.
create unique index procurement_order_letter_on_its_way on procurement_order_letter (tenant_id, supplier_order_id)
  where state = 'sending';
call app.child_wall('procurement_order_letter', amounts => '{content}');

-- Orders that suppliers have already: their letter says what the order says now.
insert into procurement_order_letter (tenant_id, procurement_id, supplier_order_id, kind, version, state, channel, content,
  recipient, file_id, created_by_id, created_at, settled_at)
select o.tenant_id, o.procurement_id, o.id, 'order', o.version, 'sent', coalesce(o.channel, 'manual'),
  jsonb_build_object(
    'head', jsonb_build_object(
      'delivery_date', p.delivery_date, 'delivery_address_id', p.delivery_address_id, 'consignee_id', p.consignee_id,
      'billing_address_text', p.billing_address_text, 'payment_in_advance', p.payment_in_advance,
      'external_order_number', p.external_order_number, 'currency', p.currency,
      'notes', case when p.show_notes_in_pdf then p.notes end),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', l.id, 'kind', l.kind, 'description', l.description, 'item_number', l.item_number, 'quantity', l.quantity::text,
        'unit', l.unit, 'price_netto', l.price_netto::text, 'price_brutto', l.price_brutto::text, 'price_mode', l.price_mode,
        'price_unit', l.price_unit::text, 'tax', l.tax::text, 'offer_number', l.offer_number, 'offer_date', l.offer_date,
        'delivery_date', l.delivery_date) order by l.sort_no, l.id), '[]')
      from procurement_line l
      where l.tenant_id = o.tenant_id and l.procurement_id = o.procurement_id and l.supplier_id = o.supplier_id
        and l.marketplace_id is not distinct from o.marketplace_id)),
  m.recipient, m.file_id, coalesce(o.sent_by_id, p.creator_id), coalesce(o.sent_at, o.created_at), o.sent_at
from procurement_supplier_order o
join procurement p on p.tenant_id = o.tenant_id and p.id = o.procurement_id
left join lateral (
  select m.recipient, a.file_id from mail m left join mail_attachment a on a.tenant_id = m.tenant_id and a.mail_id = m.id
  where m.tenant_id = o.tenant_id and m.supplier_order_id = o.id and m.kind = 'order' and m.state = 'sent'
  order by m.id desc limit 1
) m on true
where o.state in ('sent', 'confirmed');
-- The letters have versions now.
alter table procurement_supplier_order drop column version;

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
  primary key (tenant_id, id),
  constraint order_confirmation_accepted_by_somebody check ((accepted_at is null) = (accepted_by_id is null)),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, supplier_order_id) references procurement_supplier_order (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict,
  foreign key (tenant_id, created_by_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, accepted_by_id) references lb_user (tenant_id, id) on delete restrict
);
create index on order_confirmation (tenant_id, procurement_id);
create index on order_confirmation (tenant_id, supplier_order_id);
call app.child_wall('order_confirmation');

create table order_confirmation_line (
  tenant_id bigint not null,
  id bigint generated always as identity,
  procurement_id bigint not null,
  order_confirmation_id bigint not null,
  procurement_line_id bigint not null,
  quantity numeric(14, 3) check (quantity >= 0),
  -- As the order's own price: net or gross, for the same number of units.
  price numeric(18, 8) check (price >= 0),
  delivery_date date,
  primary key (tenant_id, id),
  unique (tenant_id, order_confirmation_id, procurement_line_id),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, order_confirmation_id) references order_confirmation (tenant_id, id) on delete cascade,
  foreign key (tenant_id, procurement_line_id) references procurement_line (tenant_id, id) on delete cascade
);
create index on order_confirmation_line (tenant_id, procurement_id);
create index on order_confirmation_line (tenant_id, procurement_line_id);
call app.child_wall('order_confirmation_line', amounts => '{price}');
