-- Lists over all kinds of documents (OVW-01, OVW-05): one row for each, with what lists show, filter and sort by. Triggers
-- keep it beside the heads, so that one index answers each question whatever the number of kinds.

-- The kinds whose module the tenant has switched on; what nobody has set is as a new tenant begins (GEN-10, GEN-11).
create function app.kinds_on() returns text[]
language sql stable parallel safe security definer set search_path = '' as $$
  select array_agg(k.kind)
    from (values ('procurement', true), ('invoice', true), ('contract', false)) as k (kind, by_default)
    left join public.configuration c
      on c.tenant_id = app.tenant_id() and c.client_id is null and c.key = 'module_' || k.kind
    where coalesce(c.value, k.by_default::text) = 'true'
$$;
grant execute on function app.kinds_on() to reader, reader_price;

-- The kinds of which the person sees so much: `all`, `client`, `department` (ROLE-04), or what he is `involved` in (ROLE-05).
create function app.kinds_seen(extent text) returns text[] language sql stable parallel safe
return array(
  select kind from unnest(array['procurement', 'invoice', 'contract']) as kind
  where case extent when 'involved' then app.sees_involved(kind)
    else coalesce(current_setting('app.' || kind || '_scope', true), '') = extent end);
grant execute on function app.kinds_seen(text) to reader, reader_price;

create table document (
  tenant_id bigint not null references tenant (id) on delete cascade,
  -- The head: the name of its table, and its id there.
  kind text not null check (kind in ('procurement', 'invoice', 'contract')),
  id bigint not null,
  procurement_id bigint generated always as (case kind when 'procurement' then id end) stored,
  invoice_id bigint generated always as (case kind when 'invoice' then id end) stored,
  contract_id bigint generated always as (case kind when 'contract' then id end) stored,
  timeline_id bigint not null,
  -- As people know it, and what counts in it.
  number text,
  running_number integer,
  name text collate app.german,
  status text not null,
  creator_id bigint not null,
  client_id bigint, department_id bigint, cost_center_id bigint, ledger_account_id bigint,
  -- The first supplier and all of them: of the lines where they name theirs, else of the head.
  supplier_id bigint,
  supplier_ids bigint[] not null default '{}',
  -- The contract that it is, or that it was ordered from.
  under_contract_id bigint,
  delivery_date date,
  invoice_date date,
  -- By which lists tell what is urgent.
  due_date date,
  currency text not null,
  total_netto numeric(14, 2) not null,
  total_brutto numeric(14, 2),
  -- Comparison of numeric is not leakproof; lists filter by these instead.
  total_netto_cents bigint generated always as ((total_netto * 100)::bigint) stored,
  created_at timestamptz not null,
  -- Whom the step in progress waits for: a person, or a task group until somebody accepts.
  assignee_ids bigint[] not null default '{}',
  -- Since when it waits; null while nothing is in progress.
  waiting_since timestamptz,
  -- Whom it asks something.
  asked_ids bigint[] not null default '{}',
  -- The earliest day of the lines that have not arrived and have a day of their own, and whether one has none.
  lines_owed_on date,
  owes_undated_lines boolean not null default false,
  -- Since when goods that are ordered are owed; null when none are, or nobody knows until when.
  owed_on date generated always as (case status when 'ordered' then
    least(lines_owed_on, case when owes_undated_lines then delivery_date end) end) stored,
  head_text text not null default '',
  lines_text text not null default '',
  search_text text generated always as (lower(head_text || ' ' || lines_text)) stored,
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
  foreign key (tenant_id, under_contract_id) references contract (tenant_id, id) on delete set null (under_contract_id)
);

-- The head as it stands; what its lines, steps and questions say stays. Suppliers are those of the head unless the lines
-- name theirs.
create function app.list_heads(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.document as d (tenant_id, kind, id, timeline_id, number, running_number, name, status, creator_id,
      client_id, department_id, cost_center_id, ledger_account_id, supplier_id, supplier_ids, under_contract_id,
      delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, created_at, head_text)
    select in_tenant, in_kind, id, timeline_id, coalesce(order_number_formatted, draft_number_formatted),
        coalesce(number, draft_number), name, status, creator_id, client_id, department_id, cost_center_id, ledger_account_id,
        null::bigint, '{}'::bigint[], contract_id, delivery_date, null::date, delivery_date, currency, total_netto, total_brutto,
        created_at, concat_ws(' ', coalesce(order_number_formatted, draft_number_formatted), name, external_order_number, notes)
      from public.procurement where in_kind = 'procurement' and tenant_id = in_tenant and id = any (in_documents)
    union all
    select in_tenant, in_kind, i.id, i.timeline_id, i.invoice_number_formatted, i.running_number, i.name, i.status, i.creator_id,
        i.client_id, i.department_id, i.cost_center_id, i.ledger_account_id, i.supplier_id, array_remove(array[i.supplier_id], null),
        i.contract_id, i.delivery_date, i.invoice_date, i.due_date, i.currency, i.total_netto, i.total_brutto, i.created_at,
        concat_ws(' ', i.invoice_number_formatted, i.name, i.number_printed, i.number, s.name, i.notes)
      from public.invoice i left join public.supplier s on s.tenant_id = i.tenant_id and s.id = i.supplier_id
      where in_kind = 'invoice' and i.tenant_id = in_tenant and i.id = any (in_documents)
    union all
    select in_tenant, in_kind, c.id, c.timeline_id, c.contract_number_formatted, c.contract_number, c.name, c.status, c.creator_id,
        c.client_id, c.department_id, c.cost_center_id, c.ledger_account_id, c.supplier_id, array_remove(array[c.supplier_id], null),
        c.id, null, null, c.termination_deadline, 'EUR', c.total_netto, null, c.created_at,
        concat_ws(' ', c.contract_number_formatted, c.name, c.external_contract_number, s.name, c.notes)
      from public.contract c left join public.supplier s on s.tenant_id = c.tenant_id and s.id = c.supplier_id
      where in_kind = 'contract' and c.tenant_id = in_tenant and c.id = any (in_documents)
  on conflict (tenant_id, kind, id) do update set
      timeline_id = excluded.timeline_id, number = excluded.number, running_number = excluded.running_number, name = excluded.name,
      status = excluded.status, creator_id = excluded.creator_id, client_id = excluded.client_id,
      department_id = excluded.department_id, cost_center_id = excluded.cost_center_id,
      ledger_account_id = excluded.ledger_account_id,
      supplier_id = case in_kind when 'procurement' then d.supplier_id else excluded.supplier_id end,
      supplier_ids = case in_kind when 'procurement' then d.supplier_ids else excluded.supplier_ids end,
      under_contract_id = excluded.under_contract_id, delivery_date = excluded.delivery_date,
      invoice_date = excluded.invoice_date, due_date = excluded.due_date, currency = excluded.currency,
      total_netto = excluded.total_netto, total_brutto = excluded.total_brutto, created_at = excluded.created_at,
      head_text = excluded.head_text
    where (d.timeline_id, d.number, d.running_number, d.name, d.status, d.creator_id, d.client_id, d.department_id,
        d.cost_center_id, d.ledger_account_id, d.under_contract_id, d.delivery_date, d.invoice_date, d.due_date, d.currency,
        d.total_netto, d.total_brutto, d.created_at, d.head_text)
      is distinct from (excluded.timeline_id, excluded.number, excluded.running_number, excluded.name, excluded.status,
        excluded.creator_id, excluded.client_id, excluded.department_id, excluded.cost_center_id, excluded.ledger_account_id,
        excluded.under_contract_id, excluded.delivery_date, excluded.invoice_date, excluded.due_date, excluded.currency,
        excluded.total_netto, excluded.total_brutto, excluded.created_at, excluded.head_text)
      or in_kind <> 'procurement' and d.supplier_id is distinct from excluded.supplier_id
$$;

-- The lines make a document findable (OVW-04), and say what suppliers owe (PROC-35).
create function app.list_lines(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language sql volatile security definer set search_path = '' as $$
  with line as (
    select l.procurement_id as document_id, l.sort_no, l.id, concat_ws(' ', l.description, l.item_number, s.name) as words,
        l.supplier_id, l.is_outstanding, coalesce(l.confirmed_delivery_date, l.delivery_date) as owed_on
      from public.procurement_line l left join public.supplier s on s.tenant_id = l.tenant_id and s.id = l.supplier_id
      where in_kind = 'procurement' and l.tenant_id = in_tenant and l.procurement_id = any (in_documents)
    union all
    select invoice_id, sort_no, id, concat_ws(' ', description, item_number), null, false, null
      from public.invoice_line where in_kind = 'invoice' and tenant_id = in_tenant and invoice_id = any (in_documents)
    union all
    select contract_id, sort_no, id, concat_ws(' ', name, item_number), null, false, null
      from public.contract_line where in_kind = 'contract' and tenant_id = in_tenant and contract_id = any (in_documents)
  ), found as (
    select w.id, left(coalesce(string_agg(words, ' ' order by sort_no, l.id), ''), 8000) as lines_text,
        (array_agg(supplier_id order by sort_no, l.id) filter (where supplier_id is not null))[1] as supplier_id,
        coalesce(array_agg(distinct supplier_id) filter (where supplier_id is not null), '{}') as supplier_ids,
        min(owed_on) filter (where is_outstanding) as lines_owed_on,
        coalesce(bool_or(owed_on is null) filter (where is_outstanding), false) as owes_undated_lines
      from unnest(in_documents) as w (id) left join line l on l.document_id = w.id
      group by w.id
  )
  update public.document d set lines_text = f.lines_text,
      supplier_id = case in_kind when 'procurement' then f.supplier_id else d.supplier_id end,
      supplier_ids = case in_kind when 'procurement' then f.supplier_ids else d.supplier_ids end,
      lines_owed_on = f.lines_owed_on, owes_undated_lines = f.owes_undated_lines
    from found f
    where d.tenant_id = in_tenant and d.kind = in_kind and d.id = f.id
      and ((d.lines_text, d.lines_owed_on, d.owes_undated_lines) is distinct from (f.lines_text, f.lines_owed_on, f.owes_undated_lines)
        or in_kind = 'procurement' and (d.supplier_id, d.supplier_ids) is distinct from (f.supplier_id, f.supplier_ids))
$$;

-- A step waits since it was created, or since the step before it was done.
create function app.list_tasks(in_tenant bigint, in_timelines bigint[]) returns void
language sql volatile security definer set search_path = '' as $$
  update public.document d set assignee_ids = f.assignee_ids, waiting_since = f.waiting_since
    from (
      select t.id,
        coalesce(array_agg(distinct e.lb_user_id) filter (where e.is_current and e.lb_user_id is not null), '{}') as assignee_ids,
        case when bool_or(e.is_current) then
          greatest(max(e.created_at) filter (where e.is_current), max(e.completed_at) filter (where e.is_done)) end as waiting_since
      from unnest(in_timelines) as t (id)
      left join (
        select *, text_type in ('present', 'assignment') and status is distinct from 'comment' as is_current,
          status in ('approved', 'declined', 'canceled') as is_done
        from public.timeline_entry
      ) e on e.tenant_id = in_tenant and e.timeline_id = t.id
      group by t.id
    ) f
    where d.tenant_id = in_tenant and d.timeline_id = f.id
      and (d.assignee_ids, d.waiting_since) is distinct from (f.assignee_ids, f.waiting_since)
$$;

create function app.list_questions(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language sql volatile security definer set search_path = '' as $$
  with open as (
    select procurement_id as document_id, lb_user_id from public.document_question
      where in_kind = 'procurement' and tenant_id = in_tenant and procurement_id = any (in_documents) and answered_at is null
    union all
    select invoice_id, lb_user_id from public.document_question
      where in_kind = 'invoice' and tenant_id = in_tenant and invoice_id = any (in_documents) and answered_at is null
    union all
    select contract_id, lb_user_id from public.document_question
      where in_kind = 'contract' and tenant_id = in_tenant and contract_id = any (in_documents) and answered_at is null
  ), found as (
    select w.id, coalesce(array_agg(distinct lb_user_id) filter (where lb_user_id is not null), '{}') as asked_ids
      from unnest(in_documents) as w (id) left join open o on o.document_id = w.id
      group by w.id
  )
  update public.document d set asked_ids = f.asked_ids
    from found f
    where d.tenant_id = in_tenant and d.kind = in_kind and d.id = f.id and d.asked_ids <> f.asked_ids
$$;

-- Which documents the changed rows belong to: those of a head, of its lines, or of what may belong to any kind.
create function app.list_changed() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed_documents record;
begin
  if tg_table_name = 'timeline_entry' then
    for changed_documents in select tenant_id, array_agg(distinct timeline_id) as ids from changed group by tenant_id loop
      perform app.list_tasks(changed_documents.tenant_id, changed_documents.ids);
    end loop;
  elsif tg_table_name = 'document_question' then
    for changed_documents in
      select tenant_id, 'procurement' as kind, array_agg(distinct procurement_id) as ids from changed where procurement_id is not null group by tenant_id
      union all
      select tenant_id, 'invoice', array_agg(distinct invoice_id) from changed where invoice_id is not null group by tenant_id
      union all
      select tenant_id, 'contract', array_agg(distinct contract_id) from changed where contract_id is not null group by tenant_id
    loop
      perform app.list_questions(changed_documents.tenant_id, changed_documents.kind, changed_documents.ids);
    end loop;
  elsif tg_table_name like '%\_line' then
    for changed_documents in
      execute format('select tenant_id, array_agg(distinct %I) as ids from changed group by tenant_id', tg_argv[0] || '_id')
    loop
      perform app.list_lines(changed_documents.tenant_id, tg_argv[0], changed_documents.ids);
    end loop;
  else
    for changed_documents in select tenant_id, array_agg(distinct id) as ids from changed group by tenant_id loop
      perform app.list_heads(changed_documents.tenant_id, tg_table_name, changed_documents.ids);
    end loop;
  end if;
  return null;
end
$$;

-- What exists is listed before anything watches it.
create function app.list_documents(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.list_heads(in_tenant, in_kind, in_documents);
  perform app.list_lines(in_tenant, in_kind, in_documents);
  perform app.list_questions(in_tenant, in_kind, in_documents);
  perform app.list_tasks(in_tenant, array_agg(d.timeline_id)) from public.document d
    where d.tenant_id = in_tenant and d.kind = in_kind and d.id = any (in_documents);
end
$$;
select app.list_documents(tenant_id, 'procurement', array_agg(id)) from procurement group by tenant_id;
select app.list_documents(tenant_id, 'invoice', array_agg(id)) from invoice group by tenant_id;
select app.list_documents(tenant_id, 'contract', array_agg(id)) from contract group by tenant_id;

create trigger listed_inserted after insert on procurement referencing new table as changed
  for each statement execute function app.list_changed();
create trigger listed_updated after update on procurement referencing new table as changed
  for each statement execute function app.list_changed();
create trigger listed_inserted after insert on invoice referencing new table as changed
  for each statement execute function app.list_changed();
create trigger listed_updated after update on invoice referencing new table as changed
  for each statement execute function app.list_changed();
create trigger listed_inserted after insert on contract referencing new table as changed
  for each statement execute function app.list_changed();
create trigger listed_updated after update on contract referencing new table as changed
  for each statement execute function app.list_changed();
create trigger listed_inserted after insert on procurement_line referencing new table as changed
  for each statement execute function app.list_changed('procurement');
create trigger listed_updated after update on procurement_line referencing new table as changed
  for each statement execute function app.list_changed('procurement');
create trigger listed_deleted after delete on procurement_line referencing old table as changed
  for each statement execute function app.list_changed('procurement');
create trigger listed_inserted after insert on invoice_line referencing new table as changed
  for each statement execute function app.list_changed('invoice');
create trigger listed_updated after update on invoice_line referencing new table as changed
  for each statement execute function app.list_changed('invoice');
create trigger listed_deleted after delete on invoice_line referencing old table as changed
  for each statement execute function app.list_changed('invoice');
create trigger listed_inserted after insert on contract_line referencing new table as changed
  for each statement execute function app.list_changed('contract');
create trigger listed_updated after update on contract_line referencing new table as changed
  for each statement execute function app.list_changed('contract');
create trigger listed_deleted after delete on contract_line referencing old table as changed
  for each statement execute function app.list_changed('contract');
create trigger listed_inserted after insert on timeline_entry referencing new table as changed
  for each statement execute function app.list_changed();
create trigger listed_updated after update on timeline_entry referencing new table as changed
  for each statement execute function app.list_changed();
create trigger listed_deleted after delete on timeline_entry referencing old table as changed
  for each statement execute function app.list_changed();
create trigger listed_inserted after insert on document_question referencing new table as changed
  for each statement execute function app.list_changed();
create trigger listed_updated after update on document_question referencing new table as changed
  for each statement execute function app.list_changed();
create trigger listed_deleted after delete on document_question referencing old table as changed
  for each statement execute function app.list_changed();

-- A row is visible as its head is, unless the module of its kind is off. Whom a document waits for sees it in any case:
-- `document_person` would say the same, one look-up per row later. Only triggers write here.
call app.wall('document', audited => false, amounts => '{total_netto,total_brutto,total_netto_cents}',
  secrets => '{head_text,lines_text,lines_owed_on,owes_undated_lines}', visible =>
  'kind = any ((select app.kinds_on())::text[]) and (
     status <> ''draft'' and (kind = any ((select app.kinds_seen(''all''))::text[])
       or client_id = (select nullif(current_setting(''app.client_id'', true), '''')::bigint)
         and kind = any ((select app.kinds_seen(''client''))::text[])
       or department_id = (select nullif(current_setting(''app.department_id'', true), '''')::bigint)
         and kind = any ((select app.kinds_seen(''department''))::text[]))
     or creator_id = (select app.user_id())
     or assignee_ids && (select app.persons())
     or exists (select from document_person dp
          where dp.tenant_id = document.tenant_id and dp.kind = document.kind and dp.document_id = document.id
            and dp.lb_user_id = any ((select app.persons())::bigint[])
            and (dp.is_assignee or status <> ''draft'' and kind = any ((select app.kinds_seen(''involved''))::text[]))))');
revoke insert, update, delete on document from writer;

create index on document (tenant_id, timeline_id);
create index on document (tenant_id, procurement_id) where procurement_id is not null;
create index on document (tenant_id, invoice_id) where invoice_id is not null;
create index on document (tenant_id, contract_id) where contract_id is not null;
create index on document (tenant_id, under_contract_id) where under_contract_id is not null;
-- Lists read fifty rows from the front of one of these instead of sorting all documents of a tenant.
create index on document (tenant_id, created_at desc, timeline_id desc);
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
create index document_search on document using gin (tenant_id, search_text gin_trgm_ops);
create index document_owed on document (tenant_id, owed_on) where owed_on is not null;

-- What stood in the requests for their lists stands here now. A request is written once where it was written twice, and
-- a change of its status touches no index.
drop trigger indexed_inserted on procurement_line;
drop trigger indexed_updated on procurement_line;
drop trigger indexed_deleted on procurement_line;
drop function app.index_lines();
drop trigger tasks_inserted on timeline_entry;
drop trigger tasks_updated on timeline_entry;
drop trigger tasks_deleted on timeline_entry;
drop function app.tasks_of_entries();
drop function app.refresh_tasks(bigint, bigint[]);
drop trigger questions_inserted on document_question;
drop trigger questions_updated on document_question;
drop trigger questions_deleted on document_question;
drop function app.questions_of_documents();

drop index procurement_by_department;
drop index procurement_by_status;
drop index procurement_owed;
drop index procurement_search;
drop index procurement_tenant_id_asked_ids_idx;
drop index procurement_tenant_id_assignee_ids_idx;
drop index procurement_tenant_id_supplier_ids_idx;
drop index procurement_tenant_id_waiting_since_id_idx;
drop index procurement_tenant_id_total_netto_cents_id_idx;
drop index procurement_tenant_id_delivery_date_id_idx;
drop index procurement_tenant_id_name_id_idx;
drop index procurement_tenant_id_number_id_idx;
drop policy visible on procurement;
alter table procurement
  drop column owed_on, drop column lines_owed_on, drop column owes_undated_lines, drop column search_text,
  drop column lines_text, drop column asked_ids, drop column assignee_ids, drop column waiting_since,
  drop column supplier_ids, drop column total_netto_cents;
call app.document_wall('procurement', drafts => 'status <> ''draft''',
  amounts => '{total_netto,total_tax,total_brutto,open_value,approved_netto}');
