-- Reminders of contracts that have come due (CON-24, CON-25, CON-28) and letters of notice (CON-31).

-- Through which day it was looked whether a reminder is due: a job that missed some days makes up for them, and one that
-- runs twice finds nothing. Null where that has to be found out anew.
alter table contract_reminder
  add column checked_on date,
  add constraint contract_reminder_custom_has_day check (type <> 'custom' or reminder_date is not null) not valid;
drop index contract_reminder_tenant_id_reminder_date_idx;
create index contract_reminder_unchecked on contract_reminder (tenant_id, checked_on nulls first, id);
create or replace trigger audit after insert or update or delete on contract_reminder
  for each row execute function app.write_audit('{}', '{}', '{sent_at,checked_on}', 'contract');

-- What somebody was reminded of and is to decide about: one row for each day of a reminder, however often the job runs.
create table contract_due_reminder (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  contract_id bigint not null,
  -- Null for the reminder of the contract itself, and for a notice that nobody has confirmed.
  contract_reminder_id bigint,
  type text not null
    check (type in ('contract_end', 'cancellation_notice', 'invoice_missing', 'custom', 'termination_unconfirmed')),
  day date not null,
  -- The time without an invoice.
  interval_from date,
  interval_to date,
  created_at timestamptz not null default now(),
  acknowledged_at timestamptz,
  acknowledged_by_id bigint,
  decision text check (decision in ('keep', 'renegotiate', 'terminate', 'noted')),
  primary key (tenant_id, id),
  constraint contract_due_reminder_once unique nulls not distinct (tenant_id, contract_id, contract_reminder_id, type, day),
  constraint contract_due_reminder_is_decided check ((acknowledged_at is null) = (decision is null)),
  constraint contract_due_reminder_interval check ((type = 'invoice_missing') = (interval_from is not null and interval_to is not null)),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_reminder_id) references contract_reminder (tenant_id, id) on delete cascade,
  foreign key (tenant_id, acknowledged_by_id) references lb_user (tenant_id, id) on delete restrict
);
create index contract_due_reminder_open on contract_due_reminder (tenant_id, contract_id) where acknowledged_at is null;
create index on contract_due_reminder (tenant_id, contract_reminder_id) where contract_reminder_id is not null;
create index on contract_due_reminder (tenant_id, acknowledged_by_id) where acknowledged_by_id is not null;
call app.wall('contract_due_reminder', visible => app.hangs_on('contract_due_reminder', 'contract'), parent => 'contract');
create policy module_on on contract_due_reminder as restrictive for select to reader, reader_price
  using (app.is_on('contract'));

-- Notices that nobody has confirmed, by the day on which they arrived (CON-28).
create index contract_unconfirmed on contract (tenant_id, terminated_on)
  where terminated_on is not null and termination_confirmed_on is null;

-- The letter of a notice as it was decided, and what became of it (CON-31).
create table contract_letter (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  contract_id bigint not null,
  channel text not null check (channel in ('email', 'post')),
  -- Null: that of the partner.
  language text check (language ~ '^[a-z]{2}$'),
  state text not null default 'pending' check (state in ('pending', 'sent', 'posted', 'failed', 'uncertain', 'withdrawn')),
  failure text check (failure in ('mail_refused', 'interrupted')),
  failure_reason text check (length(failure_reason) <= 500),
  recipient text check (length(recipient) <= 254),
  written_on date not null,
  -- The last day on which it may arrive; null where that was agreed, or the contract has no term.
  receipt_by date,
  ends_on date not null,
  job_id bigint,
  file_id uuid,
  created_by_id bigint not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (tenant_id, id),
  constraint contract_letter_has_recipient check ((channel = 'email') = (recipient is not null)),
  constraint contract_letter_is_settled check ((state = 'pending') = (settled_at is null)),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete set null (job_id),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict,
  foreign key (tenant_id, created_by_id) references lb_user (tenant_id, id) on delete restrict
);
create unique index contract_letter_on_its_way on contract_letter (tenant_id, contract_id) where state = 'pending';
create index on contract_letter (tenant_id, contract_id, id);
create index on contract_letter (tenant_id, job_id) where job_id is not null;
create index on contract_letter (tenant_id, file_id) where file_id is not null;
create index on contract_letter (tenant_id, created_by_id);
call app.wall('contract_letter', visible => app.hangs_on('contract_letter', 'contract'), parent => 'contract');
create policy module_on on contract_letter as restrictive for select to reader, reader_price
  using (app.is_on('contract'));

-- Whoever is reminded of a contract has it among his tasks until he decides (OVW-10, CON-25).
alter table document add column reminded_ids bigint[] not null default '{}';
alter table document alter column has_tasks
  set expression as (assignee_ids <> '{}' or asked_ids <> '{}' or reminded_ids <> '{}');
create index on document using gin (tenant_id, reminded_ids);
grant select (reminded_ids) on document to reader, reader_price;

-- Who is reminded: the first of these persons who can still do something, else whoever answers for the company. So no
-- deadline is missed because somebody has left (CON-25, MAIL-05).
create function app.reminded_person(in_tenant bigint, in_persons bigint[], in_client bigint) returns bigint
language sql stable as $$
  select p.id
    from unnest(in_persons || (select responsible_id from public.client where tenant_id = in_tenant and id = in_client))
      with ordinality as p (id, place)
    join public.lb_user u on u.tenant_id = in_tenant and u.id = p.id and u.active and not u.blocked
    order by p.place limit 1
$$;
revoke execute on function app.reminded_person(bigint, bigint[], bigint) from public;
grant execute on function app.reminded_person(bigint, bigint[], bigint) to writer;

drop function app.moving_contract(bigint, bigint);
create function app.moving_contract(in_tenant bigint, in_id bigint)
returns table (status text, creator_id bigint, client_id bigint, department_id bigint, cost_center_id bigint,
  ledger_account_id bigint, under_contract_id bigint, delivery_date date, invoice_date date, due_date date, currency text,
  total_netto numeric, total_brutto numeric, assignee_ids bigint[], waiting_since timestamptz, content_version integer,
  step text, step_kind text, step_user_id bigint, step_for_user_id bigint, asked_ids bigint[], reminded_ids bigint[],
  concerned_ids bigint[], holder_ids bigint[])
language sql stable as $$
  select h.status, h.creator_id, h.client_id, h.department_id, h.cost_center_id, h.ledger_account_id, h.id,
      -- Once notice was given there is nothing to miss any more.
      null::date, null::date, case when h.terminated_on is null then h.termination_deadline end, 'EUR', h.total_netto, null::numeric,
      s.assignee_ids, coalesce(s.waiting_since, r.reminded_at), t.content_version, s.step, s.step_kind, s.step_user_id,
      s.step_for_user_id, q.asked_ids, r.reminded_ids, p.concerned_ids, p.holder_ids
    from public.contract h
    join public.timeline t on t.tenant_id = in_tenant and t.id = h.timeline_id
    cross join lateral app.listed_steps(in_tenant, h.timeline_id) s
    cross join lateral (
      select coalesce(array_agg(distinct lb_user_id) filter (where answered_at is null), '{}') as asked_ids,
          array_agg(lb_user_id) as shown_ids
        from public.document_question where tenant_id = in_tenant and contract_id = in_id
    ) q
    cross join lateral (
      select coalesce(array_agg(distinct person.id) filter (where person.id is not null), '{}') as reminded_ids,
          min(due.created_at) as reminded_at
        from public.contract_due_reminder due
        left join public.contract_reminder set on set.tenant_id = in_tenant and set.id = due.contract_reminder_id
        cross join lateral (select app.reminded_person(
          in_tenant, array[set.lb_user_id, h.responsible_id, h.creator_id], h.client_id) as id) person
        where due.tenant_id = in_tenant and due.contract_id = in_id and due.acknowledged_at is null
    ) r
    cross join lateral (
      select array(select distinct person from unnest(array[h.creator_id, h.responsible_id] || array(
          select lb_user_id from public.contract_reminder where tenant_id = in_tenant and contract_id = in_id)
          || s.involved_ids || q.shown_ids || r.reminded_ids) as person
            where person is not null order by person) as concerned_ids,
          array(select distinct person from unnest(array[h.creator_id] || s.held_ids || q.shown_ids) as person
            where person is not null order by person) as holder_ids
        -- Made once, however often they are looked at.
        offset 0
    ) p
    where h.tenant_id = in_tenant and h.id = in_id
$$;
revoke execute on function app.moving_contract(bigint, bigint) from public;

-- The rows in the lists are written as before (0052), with one column more.
do $list$
begin
  execute replace(replace(pg_get_functiondef('app.list_contract(bigint, bigint[], boolean)'::regprocedure),
    ' d.asked_ids,', ' d.asked_ids, d.reminded_ids,'), ' asked_ids,', ' asked_ids, reminded_ids,');
end
$list$;

create or replace function app.note_changed_documents() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  noted text;
begin
  if tg_table_name in ('timeline_entry', 'document_question') then
    select string_agg(distinct concat_ws(' ', tenant_id,
        case when procurement_id is not null then 'procurement' when invoice_id is not null then 'invoice' else 'contract' end,
        coalesce(procurement_id, invoice_id, contract_id), 'step'), ',') into noted
      from changed where coalesce(procurement_id, invoice_id, contract_id) is not null;
  elsif tg_table_name = 'procurement_supplier_order' then
    select string_agg(distinct concat_ws(' ', tenant_id, 'procurement', procurement_id, 'step'), ',') into noted from changed;
  elsif tg_table_name in ('contract_reminder', 'contract_due_reminder') then
    select string_agg(distinct concat_ws(' ', tenant_id, 'contract', contract_id, 'step'), ',') into noted from changed;
  elsif tg_table_name = 'timeline' then
    select string_agg(concat_ws(' ', c.tenant_id, d.kind, d.id, 'step'), ',') into noted
      from changed c join public.document d on d.tenant_id = c.tenant_id and d.timeline_id = c.id;
  elsif tg_table_name = 'procurement_line' then
    select string_agg(distinct concat_ws(' ', tenant_id, 'procurement', procurement_id, 'all'), ',') into noted from changed;
  elsif tg_table_name = 'invoice_line' then
    select string_agg(distinct concat_ws(' ', tenant_id, 'invoice', invoice_id, 'all'), ',') into noted from changed;
  elsif tg_table_name = 'contract_line' then
    select string_agg(distinct concat_ws(' ', tenant_id, 'contract', contract_id, 'all'), ',') into noted from changed;
  else
    select string_agg(concat_ws(' ', tenant_id, tg_table_name, id, case tg_op when 'INSERT' then 'all' else 'head' end), ',')
      into noted from changed;
  end if;
  perform set_config('app.changed_documents',
    concat_ws(',', nullif(current_setting('app.changed_documents', true), ''), noted), true);
  return null;
end
$$;

create trigger noted_insert after insert on contract_reminder referencing new table as changed
  for each statement execute function app.note_changed_documents();
create trigger noted_delete after delete on contract_reminder referencing old table as changed
  for each statement execute function app.note_changed_documents();
create constraint trigger listed_at_end after insert or delete on contract_reminder deferrable initially deferred
  for each row execute function app.list_noted_documents();
create trigger noted_insert after insert on contract_due_reminder referencing new table as changed
  for each statement execute function app.note_changed_documents();
create trigger noted_update after update on contract_due_reminder referencing new table as changed
  for each statement execute function app.note_changed_documents();
create trigger noted_delete after delete on contract_due_reminder referencing old table as changed
  for each statement execute function app.note_changed_documents();
create constraint trigger listed_at_end after insert or update or delete on contract_due_reminder deferrable initially deferred
  for each row execute function app.list_noted_documents();
