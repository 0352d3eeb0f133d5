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
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, made_by_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, actor_id) references lb_user (tenant_id, id) on delete restrict,
  constraint approval_record_of_one_document check (num_nonnulls(procurement_id, invoice_id, contract_id) = 1)
);
create index on approval_record (tenant_id, procurement_id, id) where procurement_id is not null;
create index on approval_record (tenant_id, invoice_id, id) where invoice_id is not null;
create index on approval_record (tenant_id, contract_id, id) where contract_id is not null;
create index on approval_record (tenant_id, made_by_id) where made_by_id is not null;
create index on approval_record (tenant_id, actor_id) where actor_id is not null;
-- People read of it only what a document differs in, as far as they may see it: it holds amounts.
call app.wall('approval_record', amounts => '{covered}', readable => false);
-- A record never changes; it goes with its document alone.
revoke update, delete on approval_record from writer;
