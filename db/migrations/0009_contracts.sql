-- Contracts with their lines, terms and reminders (DATA-36 to DATA-38); mailboxes (DATA-39), the log of
-- marketplace visits (DATA-41), task groups as a view (DATA-22), entry types by document (ENUM-09 to ENUM-11).

create table contract (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  timeline_id bigint not null,
  creator_id bigint not null,
  name text collate app.german check (length(name) <= 255),
  contract_date date,
  contract_number integer,
  contract_number_formatted text,
  external_contract_number text check (length(external_contract_number) <= 60),
  category text check (category in
    ('service', 'subscription', 'license', 'maintenance', 'consulting', 'leasing', 'rental', 'support', 'other')),
  status text not null default 'pending' check (status in ('active', 'inactive', 'cancelled', 'expired', 'pending',
    'completed', 'check', 'clearing', 'signature', 'contract-approval')),
  type text check (type in ('single_invoice', 'recurring_invoice', 'recurring_contract')),
  notes text check (length(notes) <= 4000),
  payment_method text check (payment_method in ('bank_transfer', 'direct_debit', 'credit_card', 'cash', 'invoice', 'other')),
  payment_direction text check (payment_direction in ('incoming', 'outgoing', 'both')),
  payment_timing text check (payment_timing in ('advance', 'postpaid', 'midterm')),
  usage_type text check (usage_type in ('usage_based', 'monthly', 'quarterly', 'semiannually', 'yearly')),
  recurring_invoice boolean not null default false,
  responsible_id bigint,
  client_id bigint, department_id bigint, cost_center_id bigint, supplier_id bigint, ledger_account_id bigint,
  term_type text check (term_type in ('fixed', 'indefinite', 'none')),
  start_date date,
  end_date date,
  duration integer check (duration between 1 and 999),
  duration_unit_type text check (duration_unit_type in ('month', 'quarter', 'semester', 'year', 'week')),
  -- Counts in duration_unit_type (CON-14).
  min_duration integer check (min_duration between 1 and 999),
  renewal_type text check (renewal_type in ('auto', 'none', 'once')),
  renewal_duration integer check (renewal_duration between 1 and 999),
  renewal_duration_unit_type text check (renewal_duration_unit_type in ('month', 'quarter', 'semester', 'year', 'week')),
  renewals_done integer not null default 0 check (renewals_done >= 0),
  notice_period integer check (notice_period between 1 and 999),
  notice_period_unit_type text check (notice_period_unit_type in ('month', 'quarter', 'semester', 'year', 'week')),
  notice_workdays integer check (notice_workdays between 0 and 10),
  termination_to text check (termination_to in
    ('none', 'day', 'year_end', 'half_year_end', 'quarter_end', 'month_end', 'week_end')),
  termination_special_right text check (length(termination_special_right) <= 4000),
  termination_deadline date,
  next_possible_contract_end date,
  notice_sent_on date,
  -- The day of receipt, which decides (CON-28).
  terminated_on date,
  termination_confirmed_on date,
  reminder_date date,
  reminder_days_before integer check (reminder_days_before between 0 and 999),
  total_netto numeric(14, 2) not null default 0,
  search_text text generated always as (lower(
    coalesce(contract_number_formatted, '') || ' ' || coalesce(name, '') || ' ' || coalesce(external_contract_number, '')
    || ' ' || coalesce(notes, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, timeline_id),
  constraint contract_number_key unique (tenant_id, contract_number),
  foreign key (tenant_id, timeline_id) references timeline (tenant_id, id) on delete restrict,
  foreign key (tenant_id, creator_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, responsible_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict,
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete restrict,
  foreign key (tenant_id, cost_center_id) references cost_center (tenant_id, id) on delete restrict,
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete restrict,
  foreign key (tenant_id, ledger_account_id) references ledger_account (tenant_id, id) on delete restrict
);
create index on contract (tenant_id, created_at desc, id desc);
create index on contract (tenant_id, status, created_at desc, id desc);
create index on contract (tenant_id, client_id, created_at desc);
create index on contract (tenant_id, department_id, created_at desc);
create index on contract (tenant_id, cost_center_id, created_at desc);
create index on contract (tenant_id, supplier_id, created_at desc);
create index on contract (tenant_id, ledger_account_id, created_at desc);
create index on contract (tenant_id, creator_id, created_at desc);
create index on contract (tenant_id, responsible_id);
create index on contract (tenant_id, name, id);
create index on contract (tenant_id, end_date, id);
create index on contract (tenant_id, termination_deadline, id);
create index contract_search on contract using gin (tenant_id, search_text gin_trgm_ops);
create trigger keep_number before update of contract_number on contract
  for each row execute function app.keep_number('contract_number');

create table contract_line (
  tenant_id bigint not null,
  id bigint generated always as identity,
  contract_id bigint not null,
  sort_no integer not null default 0,
  name text check (length(name) <= 255),
  type text check (type in ('service', 'product', 'license', 'maintenance', 'subscription', 'other')),
  item_number text check (length(item_number) <= 60),
  quantity numeric(14, 3) check (quantity > 0),
  unit text check (length(unit) <= 30),
  tax numeric(4, 2) check (tax between 0 and 99.99),
  total numeric(14, 2) not null default 0,
  usage_type text check (usage_type in ('usage_based', 'monthly', 'quarterly', 'semiannually', 'yearly')),
  image_url text check (image_url ~ '^https?://'),
  webshop_url text check (webshop_url ~ '^https?://'),
  offer_number text check (length(offer_number) <= 60),
  offer_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade
);
create index on contract_line (tenant_id, contract_id, sort_no);

create table contract_reminder (
  tenant_id bigint not null,
  id bigint generated always as identity,
  contract_id bigint not null,
  type text not null check (type in ('contract_end', 'cancellation_notice', 'invoice_missing', 'custom')),
  reminder_date date,
  days_before integer check (days_before between 0 and 999),
  lb_user_id bigint,
  note text check (length(note) <= 2000),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete restrict
);
create index on contract_reminder (tenant_id, contract_id);
create index on contract_reminder (tenant_id, lb_user_id);
-- What the daily job looks for (CON-25).
create index on contract_reminder (tenant_id, reminder_date) where sent_at is null;

-- The terms as they stood before each change (CON-02).
create table contract_term (
  tenant_id bigint not null,
  id bigint generated always as identity,
  contract_id bigint not null,
  valid_from date not null,
  lb_user_id bigint not null,
  term_type text check (term_type in ('fixed', 'indefinite', 'none')),
  start_date date,
  end_date date,
  duration integer check (duration between 1 and 999),
  duration_unit_type text check (duration_unit_type in ('month', 'quarter', 'semester', 'year', 'week')),
  min_duration integer check (min_duration between 1 and 999),
  renewal_type text check (renewal_type in ('auto', 'none', 'once')),
  renewal_duration integer check (renewal_duration between 1 and 999),
  renewal_duration_unit_type text check (renewal_duration_unit_type in ('month', 'quarter', 'semester', 'year', 'week')),
  notice_period integer check (notice_period between 1 and 999),
  notice_period_unit_type text check (notice_period_unit_type in ('month', 'quarter', 'semester', 'year', 'week')),
  notice_workdays integer check (notice_workdays between 0 and 10),
  termination_to text check (termination_to in
    ('none', 'day', 'year_end', 'half_year_end', 'quarter_end', 'month_end', 'week_end')),
  termination_special_right text check (length(termination_special_right) <= 4000),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete restrict
);
create index on contract_term (tenant_id, contract_id, id);
create index on contract_term (tenant_id, lb_user_id);

-- A secret is written and never read; the API tells by `has_...` whether there is one (TECH-07).
create table mailbox (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  name text not null collate app.german check (trim(name) <> '' and length(name) <= 255),
  protocol text not null default 'imap' check (protocol in ('imap', 'pop3')),
  host text not null check (host ~ '^[[:alnum:].:-]{1,253}$'),
  port integer not null default 993 check (port between 1 and 65535),
  tls boolean not null default true,
  username text not null check (trim(username) <> '' and length(username) <= 255),
  -- Encrypted by the application.
  password bytea,
  has_password boolean not null generated always as (password is not null) stored,
  folder text not null default 'INBOX' check (length(folder) between 1 and 255),
  period_in_days integer not null default 30 check (period_in_days between 1 and 365),
  import_invoices_automatically boolean not null default false,
  import_mode text not null default 'attachment' check (import_mode in ('attachment', 'email')),
  client_id bigint,
  active boolean not null default true,
  last_run_at timestamptz,
  -- A refusal: code and values, never a text of the program (ERR-15).
  last_error jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete restrict
);
create index on mailbox (tenant_id, client_id);
call app.wall('mailbox', secrets => '{password}', ignored => '{has_password,last_run_at,last_error}',
  visible => '(select app.is_admin())');

alter table marketplace add has_secret boolean not null generated always as (secret is not null) stored;
call app.wall('marketplace', secrets => '{secret}', ignored => '{has_secret}', visible => app.hangs_on('marketplace', 'supplier'));

-- What was said between us and a marketplace (PUN-09); secrets are masked before it is written.
create table punchout_log (
  tenant_id bigint not null,
  id bigint generated always as identity,
  cart_id bigint not null,
  direction text not null check (direction in ('incoming', 'outgoing')),
  method text,
  url text,
  header jsonb,
  body text,
  request text,
  response text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, cart_id) references punchout_cart (tenant_id, id) on delete cascade
);
create index on punchout_log (tenant_id, cart_id, id);
create index on punchout_log (created_at);
call app.wall('punchout_log', audited => false, amounts => '{body,request,response}', visible =>
  '(select app.is_admin()) and exists (select from punchout_cart c where c.tenant_id = punchout_log.tenant_id and c.id = punchout_log.cart_id)');

-- Contracts beside the two other documents: links, steps, files, audit.

alter table procurement
  add contract_id bigint,
  add foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete set null (contract_id);
create index on procurement (tenant_id, contract_id) where contract_id is not null;
alter table invoice
  add contract_id bigint,
  add mailbox_id bigint,
  add foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete set null (contract_id),
  add foreign key (tenant_id, mailbox_id) references mailbox (tenant_id, id) on delete set null (mailbox_id);
create index on invoice (tenant_id, contract_id) where contract_id is not null;
create index on invoice (tenant_id, mailbox_id) where mailbox_id is not null;

alter table timeline_entry
  add contract_id bigint,
  add foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  drop constraint timeline_entry_of_one_document,
  add constraint timeline_entry_of_one_document check (num_nonnulls(procurement_id, invoice_id, contract_id) = 1),
  add constraint timeline_entry_type_of_document check (
    type in ('comment', 'reassignment', 'cancellation', 'skip')
    or procurement_id is not null and type in ('start', 'select-product', 'approval', 'clearing', 'send-order',
      'order-sent-internal', 'order-sent-punchout', 'delivery', 'product-received')
    or invoice_id is not null and type in ('invoice-upload', 'invoice-recognition', 'invoice-manual-check',
      'invoice-financial-approval', 'invoice-clearing', 'invoice-accounting', 'invoice-export')
    or contract_id is not null and type in ('contract-start', 'contract-check', 'contract-approval', 'contract-signing',
      'contract-clearing'));
create index on timeline_entry (tenant_id, contract_id) where contract_id is not null;

alter table file
  add contract_id bigint,
  add foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete restrict;
create index on file (tenant_id, contract_id) where contract_id is not null;
alter table document_file
  add contract_id bigint,
  add foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  drop constraint document_file_of_one_document,
  add constraint document_file_of_one_document check (num_nonnulls(procurement_id, invoice_id, contract_id) = 1);
create index on document_file (tenant_id, contract_id) where contract_id is not null;

alter table audit_log add contract_id bigint;
create index on audit_log (tenant_id, contract_id, id) where contract_id is not null;

-- The document of this kind that a changed row belongs to. A document belongs to itself alone, not to another
-- one it is linked to: who sees that does not see this.
create function app.document_of(row_data jsonb, table_name text, kind text) returns bigint
language sql immutable
return case
  when table_name = kind then (row_data ->> 'id')::bigint
  when table_name not in ('procurement', 'invoice', 'contract') then (row_data ->> (kind || '_id'))::bigint
end;

-- Writes the audit row of one changed row (AUD-01 to AUD-04). Arguments: secret columns, amount columns,
-- columns that are derived and therefore not worth a row. Amounts go to columns of their own, which only
-- readers with prices are granted (ROLE-07).
create or replace function app.write_audit() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  secrets text[] := tg_argv[0]::text[];
  amounts text[] := tg_argv[1]::text[];
  ignored text[] := tg_argv[2]::text[] || array['updated_at', 'tenant_id'];
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole jsonb := coalesce(new_row, old_row);
  changed text[];
  masked text;
  actor bigint := app.actor_id();
  info text;
begin
  select array_agg(key order by key) into changed
    from jsonb_object_keys(whole) as key
    where key <> all (ignored) and (tg_op <> 'UPDATE' or old_row -> key is distinct from new_row -> key);
  if changed is null then
    return null;
  end if;
  if tg_table_name = 'configuration' and 'password' in (old_row ->> 'model', new_row ->> 'model') then
    secrets := secrets || 'value'::text;
  end if;
  foreach masked in array secrets loop
    if old_row ->> masked is not null then old_row := jsonb_set(old_row, array[masked], '"********"'); end if;
    if new_row ->> masked is not null then new_row := jsonb_set(new_row, array[masked], '"********"'); end if;
  end loop;
  if actor is distinct from app.user_id() then
    select 'via ' || name into info from public.lb_user
      where tenant_id = app.tenant_id() and id = app.user_id();
  end if;
  insert into public.audit_log (
    tenant_id, type, "table", relation_table, foreign_key, lb_user_id, affected_properties,
    data_before, data_after, amounts_before, amounts_after, info, random_id, procurement_id, invoice_id, contract_id
  )
  select
    (whole ->> 'tenant_id')::bigint, lower(tg_op), tg_table_name, tg_argv[3],
    case when jsonb_typeof(whole -> 'id') = 'number' then (whole ->> 'id')::bigint end, actor, changed,
    app.pick(old_row, changed, amounts, false), app.pick(new_row, changed, amounts, false),
    app.pick(old_row, changed, amounts, true), app.pick(new_row, changed, amounts, true),
    info, app.audit_group(),
    app.document_of(whole, tg_table_name, 'procurement'), app.document_of(whole, tg_table_name, 'invoice'),
    app.document_of(whole, tg_table_name, 'contract');
  return null;
end
$$;

-- Free texts of the audit (types info and checkbox); rows about changes come from the trigger alone (AUD-01).
create or replace function app.note_audit(in_type text, in_table text, in_relation text, in_record bigint, in_info text) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_id bigint;
  via text;
begin
  if app.actor_id() is distinct from app.user_id() then
    select ' via ' || name into via from public.lb_user where tenant_id = app.tenant_id() and id = app.user_id();
  end if;
  if in_type not in ('info', 'checkbox') or app.tenant_id() is null then
    raise exception 'permission denied for table audit_log' using errcode = '42501';
  end if;
  insert into public.audit_log (tenant_id, type, "table", relation_table, foreign_key, lb_user_id, info, random_id, procurement_id, invoice_id, contract_id)
    values (app.tenant_id(), in_type, in_table, in_relation, in_record, app.actor_id(), in_info || coalesce(via, ''), app.audit_group(),
            case when in_table = 'procurement' then in_record end, case when in_table = 'invoice' then in_record end,
            case when in_table = 'contract' then in_record end)
    returning id into new_id;
  return new_id;
end
$$;

-- Whom a contract concerns: who made it, who is responsible (involved, ROLE-05), its assignees.
create or replace function app.refresh_document_persons(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
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
      select id, creator_id, true
        from public.contract where in_kind = 'contract' and tenant_id = in_tenant and id = any (in_documents)
      union all
      select id, responsible_id, false
        from public.contract where in_kind = 'contract' and tenant_id = in_tenant and id = any (in_documents)
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
      union all
      select contract_id, lb_user_id, text_type not in ('future', 'finished-unsuccessful')
        from public.timeline_entry
        where in_kind = 'contract' and tenant_id = in_tenant and contract_id = any (in_documents)
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

create or replace function app.document_persons_of_rows() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  document record;
begin
  if tg_table_name = 'timeline_entry' then
    for document in
      select tenant_id, 'procurement' as kind, array_agg(distinct procurement_id) as ids from changed where procurement_id is not null group by tenant_id
      union all
      select tenant_id, 'invoice', array_agg(distinct invoice_id) from changed where invoice_id is not null group by tenant_id
      union all
      select tenant_id, 'contract', array_agg(distinct contract_id) from changed where contract_id is not null group by tenant_id
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
create trigger persons_inserted after insert on contract referencing new table as changed
  for each statement execute function app.document_persons_of_rows();
create trigger persons_updated after update on contract referencing new table as changed
  for each statement execute function app.document_persons_of_rows();
create trigger persons_forgotten after delete on contract for each row execute function app.forget_document_persons();

create or replace function app.announce_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  moved bigint;
begin
  if tg_table_name = 'timeline' then
    moved := new.id;
  elsif tg_table_name = 'procurement_supplier_order' then
    select timeline_id into moved from public.procurement where tenant_id = new.tenant_id and id = new.procurement_id;
  else
    moved := new.timeline_id;
  end if;
  perform pg_notify('live', json_build_object(
      'tenant', t.tenant_id, 'kind', d.kind, 'id', d.id, 'version', t.content_version)::text)
    from public.timeline t
    cross join lateral (
      select 'procurement' as kind, p.id from public.procurement p where p.tenant_id = t.tenant_id and p.timeline_id = t.id
      union all
      select 'invoice', i.id from public.invoice i where i.tenant_id = t.tenant_id and i.timeline_id = t.id
      union all
      select 'contract', c.id from public.contract c where c.tenant_id = t.tenant_id and c.timeline_id = t.id
    ) d
    where t.tenant_id = new.tenant_id and t.id = moved;
  return null;
end
$$;
create constraint trigger announced after update on contract
  deferrable initially deferred for each row execute function app.announce_document();

call app.document_wall('procurement', drafts => 'status <> ''draft''', ignored => '{lines_text,search_text,total_netto_cents}',
  amounts => '{total_netto,total_tax,total_brutto,total_netto_cents,open_value,approved_netto}');
call app.document_wall('invoice', drafts => 'true', amounts => '{total_netto,total_tax,total_brutto,prepaid_amount,rounding_amount,
  amount_due,discount_base,discount_1_amount,discount_2_amount,recognition_raw}');
call app.document_wall('contract', drafts => 'true', amounts => '{total_netto}', ignored => '{search_text}');
call app.child_wall('timeline_entry', parents => '{procurement,invoice,contract}', amounts => '{message_amounts}');
call app.child_wall('document_file', parents => '{procurement,invoice,contract}');
call app.child_wall('contract_line', parents => '{contract}', amounts => '{total}');
call app.child_wall('contract_reminder', parents => '{contract}', ignored => '{sent_at}');
call app.child_wall('contract_term', parents => '{contract}');
call app.wall('timeline', audited => false, visible =>
  'exists (select from procurement d where d.tenant_id = timeline.tenant_id and d.timeline_id = timeline.id)
   or exists (select from invoice d where d.tenant_id = timeline.tenant_id and d.timeline_id = timeline.id)
   or exists (select from contract d where d.tenant_id = timeline.tenant_id and d.timeline_id = timeline.id)');
call app.wall('file', visible =>
  '(not shows_amounts or (select app.has_role(''user-price'')))
   and (procurement_id is not null and exists (select from procurement d where d.tenant_id = file.tenant_id and d.id = file.procurement_id)
     or invoice_id is not null and exists (select from invoice d where d.tenant_id = file.tenant_id and d.id = file.invoice_id)
     or contract_id is not null and exists (select from contract d where d.tenant_id = file.tenant_id and d.id = file.contract_id)
     or is_master_data
     or num_nonnulls(procurement_id, invoice_id, contract_id) = 0 and created_by_id = (select app.user_id()))');

create or replace function app.is_gone(kind text, document bigint) returns boolean
language sql stable security definer set search_path = ''
return not exists (select from public.procurement d where kind = 'procurement' and d.tenant_id = app.tenant_id() and d.id = document)
  and not exists (select from public.invoice d where kind = 'invoice' and d.tenant_id = app.tenant_id() and d.id = document)
  and not exists (select from public.contract d where kind = 'contract' and d.tenant_id = app.tenant_id() and d.id = document);
call app.wall('audit_log', audited => false, amounts => '{amounts_before,amounts_after}', secrets => '{xact}', visible =>
  'procurement_id is not null and (exists (select from procurement d where d.tenant_id = audit_log.tenant_id and d.id = audit_log.procurement_id)
     or (select app.is_admin()) and app.is_gone(''procurement'', procurement_id))
   or invoice_id is not null and (exists (select from invoice d where d.tenant_id = audit_log.tenant_id and d.id = audit_log.invoice_id)
     or (select app.is_admin()) and app.is_gone(''invoice'', invoice_id))
   or contract_id is not null and (exists (select from contract d where d.tenant_id = audit_log.tenant_id and d.id = audit_log.contract_id)
     or (select app.is_admin()) and app.is_gone(''contract'', contract_id))
   or num_nonnulls(procurement_id, invoice_id, contract_id) = 0 and ((select app.is_admin()) or app.sees_record("table", foreign_key))');
revoke insert, update, delete on audit_log from writer;

-- Task groups under the name the API gives them (DATA-22), behind the same policies, as rows of lb_user. Who reads a view
-- with his own rights needs the right to each column it names, so that the limit comes from a function, which tells it
-- to those who see amounts (ROLE-07); and triggers write what such a view cannot.
create function app.approval_limit_of(in_person bigint) returns numeric
language sql stable security definer set search_path = '' as $$
  select approval_limit from public.lb_user
    where tenant_id = app.tenant_id() and id = in_person and app.has_role('user-price')
$$;
grant execute on function app.approval_limit_of(bigint) to reader, reader_price, writer;

create view task_group with (security_invoker = true) as
  select tenant_id, id, name, roles, app.approval_limit_of(id) as approval_limit, priority_approval_limit, active,
         created_at, updated_at
  from lb_user where is_group;
alter view task_group alter column roles set default '{}', alter column active set default true;
grant select (tenant_id, id, name, roles, priority_approval_limit, active, created_at, updated_at) on task_group to reader;
grant select (tenant_id, id, name, roles, approval_limit, priority_approval_limit, active, created_at, updated_at)
  on task_group to reader_price;
grant select, insert, update, delete on task_group to writer;

create function app.write_task_group() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.lb_user (tenant_id, is_group, name, roles, approval_limit, priority_approval_limit, active)
      values (new.tenant_id, true, new.name, new.roles, new.approval_limit, new.priority_approval_limit, new.active)
      returning id, created_at, updated_at into new.id, new.created_at, new.updated_at;
  else
    update public.lb_user g
      set tenant_id = new.tenant_id, name = new.name, roles = new.roles, active = new.active,
          priority_approval_limit = new.priority_approval_limit,
          -- Whoever does not see the limit does not empty it by leaving it alone.
          approval_limit = case when new.approval_limit is distinct from old.approval_limit
            then new.approval_limit else g.approval_limit end
      where g.tenant_id = old.tenant_id and g.id = old.id and g.is_group
      returning updated_at into new.updated_at;
    if not found then
      return null;
    end if;
  end if;
  return new;
end
$$;
create trigger write_task_group instead of insert or update on task_group
  for each row execute function app.write_task_group();
