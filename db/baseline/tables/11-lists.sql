create table document (
  tenant_id bigint not null references tenant (id) on delete cascade,
  -- The head: the name of its table, and its id there.
  kind text not null check (kind in ('procurement', 'invoice', 'contract')),
  id bigint not null,
  procurement_id bigint generated always as (
case kind
    when 'procurement' then id
    else null::bigint
end) stored,
  invoice_id bigint generated always as (
case kind
    when 'invoice' then id
    else null::bigint
end) stored,
  contract_id bigint generated always as (
case kind
    when 'contract' then id
    else null::bigint
end) stored,
  timeline_id bigint not null,
  -- As people know it, and what counts in it.
  number text,
  running_number integer,
  name text collate app.german,
  status text not null,
  creator_id bigint not null,
  client_id bigint,
  department_id bigint,
  cost_center_id bigint,
  ledger_account_id bigint,
  -- The first supplier and all of them: of the lines where they name theirs, else of the head.
  supplier_id bigint,
  supplier_ids bigint[] not null default '{}'::bigint[],
  -- The contract that it is, or that it was ordered from.
  under_contract_id bigint,
  delivery_date date,
  invoice_date date,
  -- By which lists tell what is urgent.
  due_date date,
  currency text not null,
  total_netto numeric(14,2) not null,
  total_brutto numeric(14,2),
  -- Comparison of numeric is not leakproof; lists filter by these instead.
  total_netto_cents bigint generated always as ((total_netto * 100::numeric)::bigint) stored,
  created_at timestamptz not null,
  -- Whom the step in progress waits for: a person, or a task group until somebody accepts.
  assignee_ids bigint[] not null default '{}'::bigint[],
  -- Since when it waits; null while nothing is in progress.
  waiting_since timestamptz,
  -- Whom it asks something.
  asked_ids bigint[] not null default '{}'::bigint[],
  -- The earliest day of the lines that have not arrived and have a day of their own, and whether one has none.
  lines_owed_on date,
  owes_undated_lines boolean not null default false,
  -- Since when goods that are ordered are owed; null when none are, or nobody knows until when.
  owed_on date generated always as (
case status
    when 'ordered' then least(lines_owed_on,
    case
        when owes_undated_lines then delivery_date
        else null::date
    end)
    else null::date
end) stored,
  head_text text not null default '',
  lines_text text not null default '',
  search_text text generated always as (app.search_text(variadic array[app.number_words(number), head_text, lines_text])) stored,
  -- What a document is called; the index of the whole text narrows a search for it.
  heading_text text generated always as (app.search_text(variadic array[app.number_words(number), number, name])) stored,
  -- Tasks of somebody for whom thousands wait (OVW-10): the first fifty come from the front of an index of what waits
  -- for anybody, and neither from all documents of the tenant nor from a sorting of all his tasks.
  has_tasks boolean not null generated always as (assignee_ids <> '{}'::bigint[] or asked_ids <> '{}'::bigint[] or reminded_ids <> '{}'::bigint[]) stored,
  -- All persons of document_person.
  concerned_ids bigint[] not null default '{}'::bigint[],
  -- Those among them who see it as a draft, too, and whatever their roles: it is or was theirs.
  holder_ids bigint[] not null default '{}'::bigint[],
  -- The step in progress stands in the row as well: a list that asks for it by way of timelines and their entries takes four
  -- times as long to plan as to run, for both look at the documents again.
  content_version integer not null default 0,
  step text,
  step_kind text check (step_kind in ('present', 'assignment')),
  step_user_id bigint,
  step_for_user_id bigint,
  -- Whoever is reminded of a contract has it among his tasks until he decides (OVW-10, CON-25).
  reminded_ids bigint[] not null default '{}'::bigint[],
  -- The dashboard adds amounts of many documents (DASH-03 to DASH-05). Each document is worth its net in the currency of its
  -- company, which the rows of the lists carry, so that a sum is one pass over one index.
  company_currency text not null,
  company_netto numeric(14,2) not null,
  committed_netto numeric(20,2),
  -- Lists of contracts are sorted, narrowed and added up by what each commits to (CON-39). In cents, so that an order names its place exactly;
  -- what is beyond the exact numbers of JSON counts as the largest of them.
  committed_cents bigint generated always as (
case kind
    when 'contract' then least(greatest(coalesce(committed_netto, 0::numeric) * 100::numeric, '-9007199254740991'::bigint::numeric), '9007199254740991'::bigint::numeric)::bigint
    else null::bigint
end) stored,
  primary key (tenant_id, kind, id),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, timeline_id) references timeline (tenant_id, id) on delete cascade,
  foreign key (tenant_id, creator_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict,
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete restrict,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete restrict,
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete restrict,
  foreign key (tenant_id, under_contract_id) references contract (tenant_id, id) on delete set null (under_contract_id),
  foreign key (tenant_id, step_user_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, step_for_user_id) references lb_user (tenant_id, id) on delete restrict
);
create index on document (tenant_id, timeline_id);
create index on document (tenant_id, procurement_id) where procurement_id is not null;
create index on document (tenant_id, invoice_id) where invoice_id is not null;
create index on document (tenant_id, contract_id) where contract_id is not null;
create index on document (tenant_id, under_contract_id) where under_contract_id is not null;
create index on document (tenant_id, kind, created_at desc, timeline_id desc);
create index on document (tenant_id, kind, running_number, timeline_id);
create index on document (tenant_id, name, timeline_id);
create index on document (tenant_id, delivery_date, timeline_id);
create index on document (tenant_id, due_date, waiting_since, timeline_id);
create index on document (tenant_id, waiting_since, timeline_id);
create index on document (tenant_id, total_netto_cents, timeline_id);
-- Counts and sums read these alone; what the policy reads must stand in them.
create index document_by_status on document (tenant_id, status, created_at desc, timeline_id desc)
  include (kind, client_id, department_id, creator_id, assignee_ids, total_netto);
create index document_by_department on document (tenant_id, department_id, status, created_at desc, timeline_id desc)
  include (kind, client_id, creator_id, assignee_ids, total_netto);
create index on document (tenant_id, client_id, created_at desc, timeline_id desc);
create index on document (tenant_id, department_id, created_at desc, timeline_id desc);
create index on document (tenant_id, cost_center_id, created_at desc, timeline_id desc);
create index on document (tenant_id, ledger_account_id, created_at desc, timeline_id desc);
create index on document (tenant_id, creator_id, created_at desc, timeline_id desc);
create index on document (tenant_id, supplier_id);
create index on document using gin (tenant_id, supplier_ids);
create index on document using gin (tenant_id, assignee_ids);
create index on document using gin (tenant_id, asked_ids);
create index document_owed on document (tenant_id, owed_on) where owed_on is not null;
create index document_search on document using gin (tenant_id, search_text gin_trgm_ops);
create index document_concerned on document using gin (tenant_id, concerned_ids);
create index on document (tenant_id, step_user_id) where step_user_id is not null;
create index on document (tenant_id, step_for_user_id) where step_for_user_id is not null;
create index document_tasks_by_urgency on document (tenant_id, due_date, waiting_since, timeline_id) where has_tasks;
create index document_tasks_by_age on document (tenant_id, waiting_since, timeline_id) where has_tasks;
create index on document using gin (tenant_id, reminded_ids);
-- The overview finds invoices by their date, too (OVW-03).
create index on document (tenant_id, invoice_date, timeline_id) where invoice_date is not null;
create index on document (tenant_id, created_at desc, timeline_id desc)
  include (kind, id, status, client_id, department_id, cost_center_id, ledger_account_id, company_currency, company_netto, creator_id,
    concerned_ids, holder_ids);
create index document_foreign on document (tenant_id, created_at) include (id, status, company_currency)
  where kind = 'procurement' and currency <> company_currency;
-- With what policies and sums read of a contract, so that a sum over all of them reads no row.
create index document_commitments on document (tenant_id, committed_cents, timeline_id)
  include (kind, id, status, client_id, department_id, company_currency, company_netto, committed_netto, creator_id, concerned_ids, holder_ids)
  where kind = 'contract';

-- What counts is the sum of the rows of a part. A change adds rows and changes none, so that two who write at once never wait for each
-- other; now and then somebody folds the rows of a part into one.
create table document_total (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  span timestamptz not null,
  kind text not null check (kind in ('procurement', 'invoice', 'contract')),
  currency text not null,
  dimension text not null check (dimension in ('status', 'department', 'cost_center', 'ledger_account', 'product')),
  -- The status, or the id as text; null counts the documents without one.
  key text,
  count bigint not null,
  net numeric(18,2) not null,
  -- What is ordered of a product in a span is one more part of its sums (DASH-04): measured, adding the lines of a year was half of what
  -- the dashboard took. An order in the currency of its company counts with what its lines say; the few others have rates of their own
  -- and are added from their lines when somebody asks.
  quantity numeric(20,3) not null default 0,
  primary key (tenant_id, id)
);
create index document_total_parts on document_total (tenant_id, span) include (kind, currency, dimension, key, count, net)
  where dimension <> 'product';
create index document_total_products on document_total (tenant_id, span) include (kind, currency, key, count, quantity, net)
  where dimension = 'product';
