-- The row of a document in the lists, and the persons whom it concerns, are written once per transaction: at its end,
-- or when it is asked for ("set constraints listed_at_end immediate"). A command that makes a request wrote that row six
-- times, with all its indexes; the triggers of its tables now note which documents changed, and the first of what waits
-- for the end writes them all.

-- The step in progress stands in the row as well: a list that asks for it by way of timelines and their entries takes four
-- times as long to plan as to run, for both look at the documents again.
alter table document
  add column content_version integer not null default 0,
  add column step text,
  add column step_kind text check (step_kind in ('present', 'assignment')),
  add column step_user_id bigint,
  add column step_for_user_id bigint,
  add foreign key (tenant_id, step_user_id) references lb_user (tenant_id, id) on delete restrict,
  add foreign key (tenant_id, step_for_user_id) references lb_user (tenant_id, id) on delete restrict;
create index on document (tenant_id, step_user_id) where step_user_id is not null;
create index on document (tenant_id, step_for_user_id) where step_for_user_id is not null;
grant select (content_version, step, step_kind, step_user_id, step_for_user_id) on document to reader, reader_price;

update document d set content_version = t.content_version, step = e.type, step_kind = e.text_type,
    step_user_id = e.lb_user_id, step_for_user_id = e.for_user_id
  from timeline t
  left join lateral (
    select type, text_type, lb_user_id, for_user_id from timeline_entry
      where tenant_id = t.tenant_id and timeline_id = t.id and text_type in ('present', 'assignment')
        and status is distinct from 'comment'
      order by entry_no limit 1
  ) e on true
  where t.tenant_id = d.tenant_id and t.id = d.timeline_id;

create or replace function app.list_documents(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
-- Planned once: the plan is as good for one document as for all, and planning it takes longer than running it.
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  perform app.keep_document_persons(in_tenant, in_kind, in_documents);
  insert into public.document as d (tenant_id, kind, id, timeline_id, number, running_number, name, status, creator_id,
      client_id, department_id, cost_center_id, ledger_account_id, supplier_id, supplier_ids, under_contract_id,
      delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, created_at, head_text,
      lines_text, lines_owed_on, owes_undated_lines, assignee_ids, waiting_since, content_version, step, step_kind,
      step_user_id, step_for_user_id, asked_ids, concerned_ids, holder_ids)
    select in_tenant, in_kind, h.id, h.timeline_id, h.number, h.running_number, h.name, h.status, h.creator_id,
        h.client_id, h.department_id, h.cost_center_id, h.ledger_account_id,
        case in_kind when 'procurement' then l.supplier_id else h.supplier_id end,
        case in_kind when 'procurement' then l.supplier_ids else array_remove(array[h.supplier_id], null) end,
        h.under_contract_id, h.delivery_date, h.invoice_date, h.due_date, h.currency, h.total_netto, h.total_brutto,
        h.created_at, h.head_text, l.lines_text, l.lines_owed_on, l.owes_undated_lines,
        t.assignee_ids, t.waiting_since,
        (select content_version from public.timeline where tenant_id = in_tenant and id = h.timeline_id),
        t.step, t.step_kind, t.step_user_id, t.step_for_user_id,
        q.asked_ids, p.concerned_ids, p.holder_ids
    from (
      select id, timeline_id, coalesce(order_number_formatted, draft_number_formatted) as number,
          coalesce(number, draft_number) as running_number, name, status, creator_id, client_id, department_id,
          cost_center_id, ledger_account_id, null::bigint as supplier_id, contract_id as under_contract_id, delivery_date,
          null::date as invoice_date, delivery_date as due_date, currency, total_netto, total_brutto, created_at,
          concat_ws(' ', coalesce(order_number_formatted, draft_number_formatted), name, external_order_number, notes) as head_text
        from public.procurement where in_kind = 'procurement' and tenant_id = in_tenant and id = any (in_documents)
      union all
      select i.id, i.timeline_id, i.invoice_number_formatted, i.running_number, i.name, i.status, i.creator_id,
          i.client_id, i.department_id, i.cost_center_id, i.ledger_account_id, i.supplier_id, i.contract_id, i.delivery_date,
          i.invoice_date, i.due_date, i.currency, i.total_netto, i.total_brutto, i.created_at,
          concat_ws(' ', i.invoice_number_formatted, i.name, i.number_printed, i.number, s.name, i.notes)
        from public.invoice i left join public.supplier s on s.tenant_id = i.tenant_id and s.id = i.supplier_id
        where in_kind = 'invoice' and i.tenant_id = in_tenant and i.id = any (in_documents)
      union all
      select c.id, c.timeline_id, c.contract_number_formatted, c.contract_number, c.name, c.status, c.creator_id,
          c.client_id, c.department_id, c.cost_center_id, c.ledger_account_id, c.supplier_id, c.id, null,
          null, c.termination_deadline, 'EUR', c.total_netto, null, c.created_at,
          concat_ws(' ', c.contract_number_formatted, c.name, c.external_contract_number, s.name, c.notes)
        from public.contract c left join public.supplier s on s.tenant_id = c.tenant_id and s.id = c.supplier_id
        where in_kind = 'contract' and c.tenant_id = in_tenant and c.id = any (in_documents)
    ) h
    cross join lateral (
      select left(coalesce(string_agg(words, ' ' order by sort_no, line.id), ''), 8000) as lines_text,
          (array_agg(line.supplier_id order by sort_no, line.id) filter (where line.supplier_id is not null))[1] as supplier_id,
          coalesce(array_agg(distinct line.supplier_id) filter (where line.supplier_id is not null), '{}') as supplier_ids,
          min(owed_on) filter (where is_outstanding) as lines_owed_on,
          coalesce(bool_or(owed_on is null) filter (where is_outstanding), false) as owes_undated_lines
        from (
          select l.sort_no, l.id, concat_ws(' ', l.description, l.item_number, s.name) as words, l.supplier_id,
              l.is_outstanding, coalesce(l.confirmed_delivery_date, l.delivery_date) as owed_on
            from public.procurement_line l left join public.supplier s on s.tenant_id = l.tenant_id and s.id = l.supplier_id
            where in_kind = 'procurement' and l.tenant_id = in_tenant and l.procurement_id = h.id
          union all
          select sort_no, id, concat_ws(' ', description, item_number), null, false, null
            from public.invoice_line where in_kind = 'invoice' and tenant_id = in_tenant and invoice_id = h.id
          union all
          select sort_no, id, concat_ws(' ', name, item_number), null, false, null
            from public.contract_line where in_kind = 'contract' and tenant_id = in_tenant and contract_id = h.id
        ) line
    ) l
    cross join lateral (
      select coalesce(array_agg(distinct e.lb_user_id) filter (where e.is_current and e.lb_user_id is not null), '{}') as assignee_ids,
          case when bool_or(e.is_current) then
            greatest(max(e.created_at) filter (where e.is_current), max(e.completed_at) filter (where e.is_done)) end as waiting_since,
          (array_agg(e.type order by e.entry_no) filter (where e.is_current))[1] as step,
          (array_agg(e.text_type order by e.entry_no) filter (where e.is_current))[1] as step_kind,
          (array_agg(e.lb_user_id order by e.entry_no) filter (where e.is_current))[1] as step_user_id,
          (array_agg(e.for_user_id order by e.entry_no) filter (where e.is_current))[1] as step_for_user_id
        from (
          select entry_no, type, text_type, lb_user_id, for_user_id, created_at, completed_at,
              text_type in ('present', 'assignment') and status is distinct from 'comment' as is_current,
              status in ('approved', 'declined', 'canceled') as is_done
            from public.timeline_entry where tenant_id = in_tenant and timeline_id = h.timeline_id
        ) e
    ) t
    cross join lateral (
      select coalesce(array_agg(distinct lb_user_id), '{}') as asked_ids from (
        select lb_user_id from public.document_question
          where in_kind = 'procurement' and tenant_id = in_tenant and procurement_id = h.id and answered_at is null
        union all
        select lb_user_id from public.document_question
          where in_kind = 'invoice' and tenant_id = in_tenant and invoice_id = h.id and answered_at is null
        union all
        select lb_user_id from public.document_question
          where in_kind = 'contract' and tenant_id = in_tenant and contract_id = h.id and answered_at is null
      ) open
    ) q
    cross join lateral (
      select coalesce(array_agg(lb_user_id order by lb_user_id), '{}') as concerned_ids,
          coalesce(array_agg(lb_user_id order by lb_user_id) filter (where is_assignee), '{}') as holder_ids
        from public.document_person where tenant_id = in_tenant and kind = in_kind and document_id = h.id
    ) p
  on conflict (tenant_id, kind, id) do update set
      timeline_id = excluded.timeline_id, number = excluded.number, running_number = excluded.running_number, name = excluded.name,
      status = excluded.status, creator_id = excluded.creator_id, client_id = excluded.client_id,
      department_id = excluded.department_id, cost_center_id = excluded.cost_center_id,
      ledger_account_id = excluded.ledger_account_id, supplier_id = excluded.supplier_id, supplier_ids = excluded.supplier_ids,
      under_contract_id = excluded.under_contract_id, delivery_date = excluded.delivery_date,
      invoice_date = excluded.invoice_date, due_date = excluded.due_date, currency = excluded.currency,
      total_netto = excluded.total_netto, total_brutto = excluded.total_brutto, created_at = excluded.created_at,
      head_text = excluded.head_text, lines_text = excluded.lines_text, lines_owed_on = excluded.lines_owed_on,
      owes_undated_lines = excluded.owes_undated_lines, assignee_ids = excluded.assignee_ids,
      waiting_since = excluded.waiting_since, content_version = excluded.content_version, step = excluded.step,
      step_kind = excluded.step_kind, step_user_id = excluded.step_user_id, step_for_user_id = excluded.step_for_user_id, asked_ids = excluded.asked_ids, concerned_ids = excluded.concerned_ids,
      holder_ids = excluded.holder_ids
    where (d.timeline_id, d.number, d.running_number, d.name, d.status, d.creator_id, d.client_id, d.department_id,
        d.cost_center_id, d.ledger_account_id, d.supplier_id, d.supplier_ids, d.under_contract_id, d.delivery_date,
        d.invoice_date, d.due_date, d.currency, d.total_netto, d.total_brutto, d.created_at, d.head_text, d.lines_text,
        d.lines_owed_on, d.owes_undated_lines, d.assignee_ids, d.waiting_since, d.content_version, d.step, d.step_kind, d.step_user_id,
        d.step_for_user_id, d.asked_ids, d.concerned_ids, d.holder_ids)
      is distinct from (excluded.timeline_id, excluded.number, excluded.running_number, excluded.name, excluded.status,
        excluded.creator_id, excluded.client_id, excluded.department_id, excluded.cost_center_id, excluded.ledger_account_id,
        excluded.supplier_id, excluded.supplier_ids, excluded.under_contract_id, excluded.delivery_date,
        excluded.invoice_date, excluded.due_date, excluded.currency, excluded.total_netto, excluded.total_brutto,
        excluded.created_at, excluded.head_text, excluded.lines_text, excluded.lines_owed_on, excluded.owes_undated_lines,
        excluded.assignee_ids, excluded.waiting_since, excluded.content_version, excluded.step, excluded.step_kind,
        excluded.step_user_id, excluded.step_for_user_id, excluded.asked_ids, excluded.concerned_ids, excluded.holder_ids);
end
$$;

-- Everything that is kept of documents.
create function app.keep_documents(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform app.list_documents(in_tenant, in_kind, in_documents);
end
$$;
revoke execute on function app.keep_documents(bigint, text, bigint[]) from public;

-- Notes the documents of the changed rows, for the rest of the transaction.
create function app.note_changed_documents() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  noted text;
begin
  if tg_table_name in ('timeline_entry', 'document_question') then
    select string_agg(distinct concat_ws(' ', tenant_id,
        case when procurement_id is not null then 'procurement' when invoice_id is not null then 'invoice' else 'contract' end,
        coalesce(procurement_id, invoice_id, contract_id)), ',') into noted
      from changed where coalesce(procurement_id, invoice_id, contract_id) is not null;
  elsif tg_table_name in ('procurement_line', 'procurement_supplier_order') then
    select string_agg(distinct concat_ws(' ', tenant_id, 'procurement', procurement_id), ',') into noted from changed;
  elsif tg_table_name = 'timeline' then
    select string_agg(concat_ws(' ', c.tenant_id, d.kind, d.id), ',') into noted
      from changed c join public.document d on d.tenant_id = c.tenant_id and d.timeline_id = c.id;
  elsif tg_table_name = 'invoice_line' then
    select string_agg(distinct concat_ws(' ', tenant_id, 'invoice', invoice_id), ',') into noted from changed;
  elsif tg_table_name = 'contract_line' then
    select string_agg(distinct concat_ws(' ', tenant_id, 'contract', contract_id), ',') into noted from changed;
  else
    select string_agg(concat_ws(' ', tenant_id, tg_table_name, id), ',') into noted from changed;
  end if;
  perform set_config('app.changed_documents',
    concat_ws(',', nullif(current_setting('app.changed_documents', true), ''), noted), true);
  return null;
end
$$;

-- Runs once for each changed row, after the notes: the first one writes what was noted and leaves the others nothing.
create function app.list_noted_documents() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  noted text := current_setting('app.changed_documents', true);
  listed record;
begin
  if coalesce(noted, '') = '' then
    return null;
  end if;
  perform set_config('app.changed_documents', '', true);
  for listed in
    select split_part(one, ' ', 1)::bigint as tenant_id, split_part(one, ' ', 2) as kind,
        array_agg(distinct split_part(one, ' ', 3)::bigint) as ids
      from unnest(string_to_array(noted, ',')) as one group by 1, 2
  loop
    perform app.keep_documents(listed.tenant_id, listed.kind, listed.ids);
  end loop;
  return null;
end
$$;

do $$
declare
  change record;
begin
  for change in
    select tgname, tgrelid::regclass as table_name from pg_trigger
    where tgfoid in ('app.list_changed'::regproc, 'app.document_persons_of_rows'::regproc)
  loop
    execute format('drop trigger %I on %s', change.tgname, change.table_name);
  end loop;
  for change in
    select named, transition, event from unnest(array['procurement', 'invoice', 'contract', 'procurement_line', 'invoice_line',
      'contract_line', 'timeline', 'timeline_entry', 'document_question', 'procurement_supplier_order']) as named
    cross join (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as events (event, transition)
    -- A document that is gone takes its row along.
    where event <> 'delete' or named not in ('procurement', 'invoice', 'contract', 'timeline')
  loop
    execute format('create trigger noted_%1$s after %1$s on %2$I referencing %3$s table as changed for each statement
      execute function app.note_changed_documents()', change.event, change.named, change.transition);
    if change.event = 'insert' then
      execute format('create constraint trigger listed_at_end after insert or update%s on %I deferrable initially deferred
        for each row execute function app.list_noted_documents()',
        case when change.named in ('procurement', 'invoice', 'contract', 'timeline') then '' else ' or delete' end, change.named);
    end if;
  end loop;
end
$$;

drop function app.list_changed();
drop function app.document_persons_of_rows();
drop function app.refresh_document_persons(bigint, text, bigint[]);
drop function app.list_persons(bigint, text, bigint[]);
drop function app.list_tasks(bigint, bigint[]);
drop function app.list_questions(bigint, text, bigint[]);
drop function app.list_lines(bigint, text, bigint[]);
drop function app.list_heads(bigint, text, bigint[]);
