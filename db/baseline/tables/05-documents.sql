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

-- The steps of a document. Each entry carries the document's own key, so that it is visible through the head.
create table timeline_entry (
  tenant_id bigint not null,
  id bigint generated always as identity,
  timeline_id bigint not null,
  procurement_id bigint,
  invoice_id bigint,
  entry_no integer not null check (entry_no >= 0),
  type text not null,
  status text check (status in ('approved', 'declined', 'reassigned', 'comment', 'upload', 'reassignment', 'skip', 'repeat', 'system', 'auditLog', 'canceled')),
  size text not null default 'size-m' check (size in ('size-s', 'size-m', 'size-l')),
  lb_user_id bigint,
  comment text check (length(comment) <= 2000),
  -- A remark of the product is a code with values, put into words per reader; amounts stand apart (ROLE-07).
  message_code text,
  message_values jsonb,
  message_amounts jsonb,
  text_type text not null check (text_type in ('present', 'past', 'past-unsuccessful', 'future', 'finished-unsuccessful', 'assignment')),
  audit_group text,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  created_by_id bigint,
  contract_id bigint,
  -- Whose task it is while a substitute has it: "A for B" is `lb_user_id` for `for_user_id`.
  for_user_id bigint,
  -- Since when a step that is done had waited is written when it is done: it was looked for in the other steps of its document, once for
  -- each step of a year (DASH-04). Those that were done before keep being looked up.
  waited_since timestamptz,
  actor_id bigint,
  means text check (length(means) <= 20),
  -- As far as everybody who sees the entry may know it: that nobody sat at a page. How people log in is for administrators.
  way text check (way in ('token', 'mail_link', 'job')),
  primary key (tenant_id, id),
  constraint timeline_entry_no_key unique (tenant_id, timeline_id, entry_no) deferrable initially deferred,
  foreign key (tenant_id, timeline_id) references timeline (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, created_by_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, for_user_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, actor_id) references lb_user (tenant_id, id) on delete restrict,
  constraint timeline_entry_of_one_document check (num_nonnulls(procurement_id, invoice_id, contract_id) = 1),
  constraint timeline_entry_type_of_document check (type in ('comment', 'reassignment', 'cancellation', 'skip') or procurement_id is not null and type in ('start', 'select-product', 'approval', 'clearing', 'send-order', 'order-sent-internal', 'order-sent-punchout', 'delivery', 'product-received') or invoice_id is not null and type in ('invoice-upload', 'invoice-recognition', 'invoice-manual-check', 'invoice-financial-approval', 'invoice-clearing', 'invoice-accounting', 'invoice-export') or contract_id is not null and type in ('contract-start', 'contract-check', 'contract-approval', 'contract-signing', 'contract-clearing'))
);
alter table timeline_entry set (fillfactor=85);
create index on timeline_entry (tenant_id, procurement_id) where procurement_id is not null;
create index on timeline_entry (tenant_id, invoice_id) where invoice_id is not null;
create index on timeline_entry (tenant_id, created_by_id);
create index on timeline_entry (tenant_id, contract_id) where contract_id is not null;
create index on timeline_entry (tenant_id, for_user_id) where for_user_id is not null;
create index on timeline_entry (tenant_id, lb_user_id);
create index on timeline_entry using brin (tenant_id, completed_at) with (autosummarize = on);
create index on timeline_entry (tenant_id, actor_id) where actor_id is not null;

create table document_file (
  tenant_id bigint not null,
  id bigint generated always as identity,
  file_id uuid not null,
  procurement_id bigint,
  invoice_id bigint,
  name text not null,
  size integer not null,
  mime text not null,
  created_by_id bigint not null,
  created_at timestamptz not null default now(),
  contract_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict,
  foreign key (tenant_id, created_by_id) references lb_user (tenant_id, id) on delete restrict,
  constraint document_file_of_one_document check (num_nonnulls(procurement_id, invoice_id, contract_id) = 1)
);
create index on document_file (tenant_id, procurement_id) where procurement_id is not null;
create index on document_file (tenant_id, invoice_id) where invoice_id is not null;
create index on document_file (tenant_id, file_id);
create index on document_file (tenant_id, contract_id) where contract_id is not null;

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

-- A question to a person, asked in a comment; his next comment answers it.
create table document_question (
  tenant_id bigint not null,
  id bigint generated always as identity,
  procurement_id bigint,
  invoice_id bigint,
  contract_id bigint,
  timeline_entry_id bigint not null,
  lb_user_id bigint not null,
  asked_by_id bigint not null,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, timeline_entry_id, lb_user_id),
  foreign key (tenant_id, timeline_entry_id) references timeline_entry (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, asked_by_id) references lb_user (tenant_id, id) on delete restrict,
  constraint document_question_of_one_document check (num_nonnulls(procurement_id, invoice_id, contract_id) = 1)
);
create index on document_question (tenant_id, procurement_id) where procurement_id is not null;
create index on document_question (tenant_id, invoice_id) where invoice_id is not null;
create index on document_question (tenant_id, contract_id) where contract_id is not null;
create index on document_question (tenant_id, asked_by_id);
-- The open questions of a person, which stand in his My tasks.
create index document_question_open on document_question (tenant_id, lb_user_id) where answered_at is null;

-- MAIL-06: an approval is decided from the mail that tells of it. The link is bound to the person who got the mail, to
-- the task and to the content of the document as the mail tells it, and decides once. The token itself is kept nowhere:
-- it is computed as the mail leaves (TECH-07).
create table approval_link (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id uuid not null default uuidv7(),
  lb_user_id bigint not null,
  timeline_entry_id bigint not null,
  content_version integer not null check (content_version > 0),
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  unique (token_hash),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, timeline_entry_id) references timeline_entry (tenant_id, id) on delete cascade
);
create index on approval_link (tenant_id, lb_user_id);
create index on approval_link (tenant_id, timeline_entry_id);
create index on approval_link (expires_at);

-- Who had a hand in a document while he acted as somebody else.
create table document_hand (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  procurement_id bigint,
  invoice_id bigint,
  contract_id bigint,
  lb_user_id bigint not null,
  actor_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint document_hand_key unique nulls not distinct (tenant_id, procurement_id, invoice_id, contract_id, lb_user_id, actor_id),
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, actor_id) references lb_user (tenant_id, id) on delete restrict,
  constraint document_hand_of_one_document check (num_nonnulls(procurement_id, invoice_id, contract_id) = 1)
);
create index on document_hand (tenant_id, invoice_id) where invoice_id is not null;
create index on document_hand (tenant_id, contract_id) where contract_id is not null;
create index on document_hand (tenant_id, lb_user_id);
create index on document_hand (tenant_id, actor_id);

-- What an approval covers is kept with it (APPR-18, INV-25): a row for each round that was asked for, for each that was given in full,
-- and for each time that a document went on because nobody had to approve.
create table approval_record (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  procurement_id bigint,
  invoice_id bigint,
  contract_id bigint,
  state text not null check (state in ('asked', 'approved', 'unneeded')),
  covered jsonb not null check (jsonb_typeof(covered) = 'object'),
  -- The person, and the human behind whoever it was; null where the product itself went on.
  made_by_id bigint,
  actor_id bigint,
  made_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, made_by_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, actor_id) references lb_user (tenant_id, id) on delete restrict,
  constraint approval_record_of_one_document check (num_nonnulls(procurement_id, invoice_id, contract_id) = 1)
);
create index on approval_record (tenant_id, procurement_id, id) where procurement_id is not null;
create index on approval_record (tenant_id, invoice_id, id) where invoice_id is not null;
create index on approval_record (tenant_id, contract_id, id) where contract_id is not null;
create index on approval_record (tenant_id, made_by_id) where made_by_id is not null;
create index on approval_record (tenant_id, actor_id) where actor_id is not null;

-- Keys of earlier tables that point here.
alter table notification add foreign key (tenant_id, timeline_entry_id) references timeline_entry(tenant_id, id) on delete cascade;
