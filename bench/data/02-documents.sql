-- The requests of every tenant in `load.tenant`: a draft of each in `load.document`, then the rows themselves.

create unlogged table load.document as
  select t.tenant_id, t.k, t.first_document + i - 1 as id, i::int as no,
    statuses.status, statuses.current_entry_no,
    now() - (t.documents - i + 1) * (interval '3 years' / t.documents) as created_at,
    load.id(t.k, 10 + load.pick(seed, 1, load.per_tenant('person') - 10), 'person') as creator_id,
    load.id(t.k, 1 + load.pick(seed, 2, load.per_tenant('client')), 'client') as client_id,
    load.id(t.k, 1 + load.pick(seed, 3, load.per_tenant('department')), 'department') as department_id,
    load.id(t.k, 1 + load.pick(seed, 4, load.per_tenant('cost_center')), 'cost_center') as cost_center_id,
    load.id(t.k, 1 + load.pick(seed, 5, load.per_tenant('ledger_account')), 'ledger_account') as ledger_account_id,
    load.id(t.k, 10, 'person') as consignee_id
  from load.tenant t
  cross join lateral generate_series(1, t.documents) i
  cross join lateral (select t.first_document + i as seed, load.pick(t.first_document + i, 6, 100) as share) random
  -- Three years of an office: all but the newest two fifths are finished, and every third of these waits for approval
  -- by one person.
  cross join lateral (select case
    when i <= t.documents * 0.6 then
      case when share < 80 then 'completed' when share < 92 then 'ordered' else 'declined' end
    when share < 37 then 'approval' when share < 50 then 'open' when share < 60 then 'draft'
    when share < 65 then 'clearing' when share < 80 then 'ordered' when share < 92 then 'approved'
    else 'completed' end as status) status
  cross join lateral (select status.status, case status.status
    when 'draft' then 0 when 'open' then 1 when 'approval' then 3 when 'approved' then 4 when 'ordered' then 5
    when 'clearing' then 3 when 'declined' then 4 else 6 end as current_entry_no) statuses;
alter table load.document add primary key (id);
analyze load.document;

insert into procurement_line (tenant_id, procurement_id, sort_no, description, item_number, quantity, quantity_received, unit,
    price_netto, price_brutto, tax, total_netto, total_brutto, product_id, product_group_id, supplier_id, created_at)
  select d.tenant_id, d.id, sort_no, p.name, p.item_number, quantity, case when d.status = 'completed' then quantity else 0 end, p.unit,
    p.price_netto, p.price_brutto, p.tax, round(quantity * p.price_netto, 2), round(round(quantity * p.price_netto, 2) * 1.19, 2),
    p.id, p.product_group_id, p.supplier_id, d.created_at
  from load.document d
  -- One to five lines, three on average.
  cross join lateral generate_series(1, 1 + d.no % 5) sort_no
  cross join lateral (select 1 + load.pick(d.id * 8 + sort_no, 7, 20) as quantity) amount
  join product p on p.tenant_id = d.tenant_id
    and p.id = load.id(d.k, 1 + load.pick(d.id * 8 + sort_no, 8, load.per_tenant('product')), 'product');

insert into timeline (tenant_id, id, current_entry_no, created_at) overriding system value
  select tenant_id, id, current_entry_no, created_at from load.document;

insert into timeline_entry (tenant_id, timeline_id, procurement_id, entry_no, type, status, text_type, lb_user_id,
    comment, completed_at, waited_since, created_at, created_by_id)
  select d.tenant_id, d.id, d.id, step.entry_no,
    case when d.status = 'clearing' and step.entry_no = 3 then 'clearing' else step.type end,
    case when step.entry_no < d.current_entry_no then
      case when d.status in ('clearing', 'declined') and step.entry_no = d.current_entry_no - 1 then 'declined' else 'approved' end end,
    case when step.entry_no = d.current_entry_no then 'present'
      when step.entry_no > d.current_entry_no then 'future'
      when d.status in ('clearing', 'declined') and step.entry_no = d.current_entry_no - 1 then 'past-unsuccessful'
      else 'past' end,
    case step.entry_no when 0 then d.creator_id when 1 then load.id(d.k, 2, 'person')
      when 2 then load.id(d.k, 5 + load.pick(d.id, 9, 4), 'person') when 3 then load.id(d.k, 4, 'person')
      when 4 then load.id(d.k, 2, 'person') else d.consignee_id end,
    case when step.entry_no < d.current_entry_no and load.pick(d.id, 10 + step.entry_no, 10) = 0 then 'Angebot liegt vor, Preise geprüft.' end,
    case when step.entry_no < d.current_entry_no then d.created_at + step.entry_no * interval '5 hours' end,
    case when step.entry_no < d.current_entry_no then d.created_at + greatest(step.entry_no - 1, 0) * interval '5 hours' end,
    d.created_at, d.creator_id
  from load.document d
  join (values (0, 'start'), (1, 'select-product'), (2, 'approval'), (3, 'approval'), (4, 'send-order'), (5, 'delivery'))
    as step (entry_no, type)
    on case d.status when 'draft' then step.entry_no = 0 when 'clearing' then step.entry_no <= 3 when 'declined' then step.entry_no <= 3 else true end;

insert into procurement (tenant_id, id, timeline_id, name, number, order_number_formatted, draft_number, status, creator_id,
    client_id, department_id, cost_center_id, ledger_account_id, consignee_id, delivery_address_id, delivery_date, notes,
    total_netto, total_tax, total_brutto, open_value, submitted_at, created_at, completely_invoiced, billing_address_text, usage_type, payment_timing)
  overriding system value
  select d.tenant_id, d.id, d.id, load.word('purpose', d.no) || ' ' || load.word('department', d.no / 3),
    case when d.status <> 'draft' then d.no end, case when d.status <> 'draft' then 'PO-' || lpad(d.no::text, 6, '0') end, d.no,
    d.status, d.creator_id, d.client_id, d.department_id, d.cost_center_id, d.ledger_account_id, d.consignee_id, d.client_id,
    (d.created_at + interval '10 days')::date, case when d.no % 4 = 0 then 'Bitte bis Ende der Woche, Anlieferung an ' || load.word('city', d.no) end,
    l.net, round(l.net * 0.19, 2), l.net + round(l.net * 0.19, 2), l.net, case when d.status <> 'draft' then d.created_at end, d.created_at,
    -- Deliveries are paid within three months, so they are not in the month-end lists (DASH-07).
    d.status = 'completed' and d.created_at < now() - interval '3 months',
    load.word('city', d.no), 'usage_based', 'postpaid'
  from load.document d
  join (
    select procurement_id, sum(total_netto) as net from procurement_line group by procurement_id
  ) l on l.procurement_id = d.id;

insert into procurement_approver (tenant_id, procurement_id, lb_user_id)
  select d.tenant_id, d.id, load.id(d.k, approver, 'person')
  from load.document d cross join (values (4), (5)) as approvers (approver)
  where d.status <> 'draft';

insert into number_counter (tenant_id, abbreviation, last)
  select tenant_id, abbreviation, documents from load.tenant, unnest(array['PO', 'DR']) abbreviation;

-- Rows normally kept by triggers, which are off during loading.
insert into document_person (tenant_id, kind, document_id, lb_user_id, is_assignee)
  select tenant_id, 'procurement', document_id, lb_user_id, bool_or(is_assignee)
  from (
    select tenant_id, id as document_id, creator_id as lb_user_id, true as is_assignee from procurement
    union all
    select tenant_id, id, consignee_id, false from procurement where consignee_id is not null
    union all
    select tenant_id, procurement_id, lb_user_id, text_type not in ('future', 'finished-unsuccessful')
      from timeline_entry where status is distinct from 'comment' and lb_user_id is not null
  ) persons
  group by tenant_id, document_id, lb_user_id;
