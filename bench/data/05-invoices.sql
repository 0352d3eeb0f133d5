-- Invoices of the largest tenant, as many as its requests; with a line each and the checked breakdown by rates.
create unlogged table load.invoice as
  select t.tenant_id, t.k, i::bigint as id, 2000000000 + i as timeline_id, i::int as no, statuses.status, statuses.current_entry_no,
    now() - (t.documents - i + 1) * (interval '3 years' / t.documents) as created_at,
    load.id(t.k, 1 + load.pick(i, 21, load.per_tenant('client')), 'client') as client_id,
    load.id(t.k, 1 + load.pick(i, 22, load.per_tenant('department')), 'department') as department_id,
    load.id(t.k, 1 + load.pick(i, 23, load.per_tenant('cost_center')), 'cost_center') as cost_center_id,
    load.id(t.k, 1 + load.pick(i, 24, load.per_tenant('ledger_account')), 'ledger_account') as ledger_account_id,
    load.id(t.k, 1 + load.pick(i, 25, load.per_tenant('supplier')), 'supplier') as supplier_id,
    load.id(t.k, 3, 'person') as accountant_id
  from load.tenant t
  cross join lateral generate_series(1, t.documents) i
  cross join lateral (select load.pick(i, 26, 100) as share) random
  -- All but the newest two fifths are finished; most of these wait for their check by one person.
  cross join lateral (select case
    when i <= t.documents * 0.6 then
      case when share < 90 then 'completed' when share < 97 then 'declined' else 'declined-exported' end
    when share < 60 then 'approval' when share < 75 then 'financial-approval' when share < 85 then 'accounting'
    when share < 90 then 'clearing' else 'completed' end as status) status
  cross join lateral (select status.status, case status.status
    when 'approval' then 2 when 'financial-approval' then 3 when 'clearing' then 3 when 'declined' then 3
    when 'declined-exported' then 5 when 'accounting' then 4 else 6 end as current_entry_no) statuses
  where t.k = 1;
alter table load.invoice add primary key (id);
analyze load.invoice;

insert into timeline (tenant_id, id, current_entry_no, created_at) overriding system value
  select tenant_id, timeline_id, current_entry_no, created_at from load.invoice;

insert into timeline_entry (tenant_id, timeline_id, invoice_id, entry_no, type, status, text_type, lb_user_id, completed_at,
    waited_since, created_at, created_by_id)
  select i.tenant_id, i.timeline_id, i.id, step.entry_no,
    case when i.status = 'clearing' and step.entry_no = 3 then 'invoice-clearing' else step.type end,
    case when step.entry_no < i.current_entry_no then
      case when step.entry_no = 0 then 'upload' when step.entry_no = 2 and i.status in ('clearing', 'declined') then 'declined'
        else 'approved' end end,
    case when step.entry_no = i.current_entry_no then 'present' when step.entry_no > i.current_entry_no then 'future' else 'past' end,
    case step.entry_no when 3 then load.id(i.k, 4, 'person') when 5 then null else i.accountant_id end,
    case when step.entry_no < i.current_entry_no then i.created_at + step.entry_no * interval '3 hours' end,
    case when step.entry_no < i.current_entry_no then i.created_at + greatest(step.entry_no - 1, 0) * interval '3 hours' end,
    i.created_at, i.accountant_id
  from load.invoice i
  join (values (0, 'invoice-upload'), (1, 'invoice-recognition'), (2, 'invoice-manual-check'),
      (3, 'invoice-financial-approval'), (4, 'invoice-accounting'), (5, 'invoice-export')) as step (entry_no, type)
    on case i.status when 'approval' then step.entry_no <= 2 when 'clearing' then step.entry_no <= 3
      when 'declined' then step.entry_no <= 2 else true end;

insert into invoice_line (tenant_id, invoice_id, sort_no, description, item_number, quantity, unit_net_price, total_netto,
    tax_percentage, tax_category, created_at)
  select i.tenant_id, i.id, sort_no, p.name, p.item_number, quantity, p.price_netto, round(quantity * p.price_netto, 2), 19, 'S',
    i.created_at
  from load.invoice i
  -- One to five lines, three on average.
  cross join lateral generate_series(1, 1 + i.no % 5) sort_no
  cross join lateral (select 1 + load.pick(i.id * 8 + sort_no, 27, 20) as quantity) amount
  join product p on p.tenant_id = i.tenant_id
    and p.id = load.id(i.k, 1 + load.pick(i.id * 8 + sort_no, 28, load.per_tenant('product')), 'product');

insert into invoice_tax (tenant_id, invoice_id, tax_percentage, tax_category, net, tax)
  select tenant_id, invoice_id, 19, 'S', sum(total_netto), round(sum(total_netto) * 0.19, 2)
  from invoice_line group by tenant_id, invoice_id;

insert into invoice (tenant_id, id, timeline_id, name, running_number, invoice_number_formatted, number_printed, number, status,
    creator_id, client_id, department_id, cost_center_id, ledger_account_id, supplier_id, invoice_date, delivery_date, due_date,
    tax, total_netto, total_tax, total_brutto, amount_due, payment_method, notes, created_at, exported_at, paid, paid_on,
    discount_1_percentage, discount_1_days, discount_1_date, discount_1_amount) overriding system value
  select i.tenant_id, i.id, i.timeline_id, load.word('purpose', i.no) || ' ' || load.word('city', i.no / 3), i.no,
    'IN-' || lpad(i.no::text, 6, '0'), 'RE-' || lpad(i.no::text, 7, '0'), 'RE-' || lpad(i.no::text, 7, '0'), i.status,
    i.accountant_id, i.client_id, i.department_id, i.cost_center_id, i.ledger_account_id, i.supplier_id,
    (i.created_at - interval '2 days')::date, (i.created_at - interval '4 days')::date, (i.created_at + interval '14 days')::date,
    19, x.net, x.tax, x.net + x.tax, x.net + x.tax, 'ONLINE_PAYMENT',
    case when i.no % 4 = 0 then 'Lieferschein liegt bei, Ware an ' || load.word('city', i.no) end, i.created_at,
    case when i.status = 'completed' then i.created_at + interval '15 hours' end, d.paid_on is not null, d.paid_on,
    d.percentage, d.days, (i.created_at - interval '2 days')::date + d.days, round((x.net + x.tax) * d.percentage / 100, 2)
  from load.invoice i join invoice_tax x on x.tenant_id = i.tenant_id and x.invoice_id = i.id
  -- Every third finished invoice had a discount, half of which were gained.
  left join lateral (
    select 2 as percentage, 10 as days, (i.created_at + case when i.no % 2 = 0 then interval '5 days' else interval '20 days' end)::date as paid_on
    where i.status = 'completed' and i.no % 3 = 0
  ) d on true;

insert into invoice_approver (tenant_id, invoice_id, lb_user_id)
  select tenant_id, id, load.id(k, approver, 'person') from load.invoice cross join (values (4), (5)) as approvers (approver);

insert into number_counter (tenant_id, abbreviation, last) select tenant_id, 'IN', documents from load.tenant;

-- Rows normally kept by triggers, which are off during loading.
insert into document_person (tenant_id, kind, document_id, lb_user_id, is_assignee)
  select tenant_id, 'invoice', document_id, lb_user_id, bool_or(is_assignee)
  from (
    select tenant_id, id as document_id, creator_id as lb_user_id, true as is_assignee from invoice
    union all
    select tenant_id, invoice_id, lb_user_id, text_type not in ('future', 'finished-unsuccessful')
      from timeline_entry where invoice_id is not null and status is distinct from 'comment' and lb_user_id is not null
  ) persons
  group by tenant_id, document_id, lb_user_id;
