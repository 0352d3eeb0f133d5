-- What is kept of documents is written by what has changed of them: an approval moves the step and the status, and neither
-- the words for which a search looks nor the lines are read and written again. Each kind has statements of its own, for
-- preparing those of all kinds took longer than running them.

-- The steps of a timeline, with everybody who has or had one. This function and those down to the lines of contracts become
-- part of the statements that read them, which is why they set nothing.
create function app.listed_steps(in_tenant bigint, in_timeline bigint)
returns table (assignee_ids bigint[], waiting_since timestamptz, step text, step_kind text, step_user_id bigint,
  step_for_user_id bigint, involved_ids bigint[], held_ids bigint[])
language sql stable as $$
  select coalesce(array_agg(distinct e.lb_user_id) filter (where e.is_current and e.lb_user_id is not null), '{}'),
      case when bool_or(e.is_current) then
        greatest(max(e.created_at) filter (where e.is_current), max(e.completed_at) filter (where e.is_done)) end,
      (array_agg(e.type order by e.entry_no) filter (where e.is_current))[1],
      (array_agg(e.text_type order by e.entry_no) filter (where e.is_current))[1],
      (array_agg(e.lb_user_id order by e.entry_no) filter (where e.is_current))[1],
      (array_agg(e.for_user_id order by e.entry_no) filter (where e.is_current))[1],
      array_agg(e.lb_user_id) filter (where e.is_step) || array_agg(e.for_user_id) filter (where e.is_step),
      array_agg(e.lb_user_id) filter (where e.is_held) || array_agg(e.for_user_id) filter (where e.is_held)
    from (
      select entry_no, type, text_type, lb_user_id, for_user_id, created_at, completed_at,
          status is distinct from 'comment' as is_step,
          text_type in ('present', 'assignment') and status is distinct from 'comment' as is_current,
          text_type not in ('future', 'finished-unsuccessful') and status is distinct from 'comment' as is_held,
          status in ('approved', 'declined', 'canceled') as is_done
        from public.timeline_entry where tenant_id = in_tenant and timeline_id = in_timeline
    ) e
$$;

create function app.moving_procurement(in_tenant bigint, in_id bigint)
returns table (status text, creator_id bigint, client_id bigint, department_id bigint, cost_center_id bigint,
  ledger_account_id bigint, under_contract_id bigint, delivery_date date, invoice_date date, due_date date, currency text,
  total_netto numeric, total_brutto numeric, assignee_ids bigint[], waiting_since timestamptz, content_version integer,
  step text, step_kind text, step_user_id bigint, step_for_user_id bigint, asked_ids bigint[], concerned_ids bigint[],
  holder_ids bigint[])
language sql stable as $$
  select h.status, h.creator_id, h.client_id, h.department_id, h.cost_center_id, h.ledger_account_id, h.contract_id,
      h.delivery_date, null::date, h.delivery_date, h.currency, h.total_netto, h.total_brutto,
      s.assignee_ids, s.waiting_since, t.content_version, s.step, s.step_kind, s.step_user_id, s.step_for_user_id, q.asked_ids,
      p.concerned_ids, p.holder_ids
    from public.procurement h
    join public.timeline t on t.tenant_id = in_tenant and t.id = h.timeline_id
    cross join lateral app.listed_steps(in_tenant, h.timeline_id) s
    cross join lateral (
      select coalesce(array_agg(distinct lb_user_id) filter (where answered_at is null), '{}') as asked_ids,
          array_agg(lb_user_id) filter (where h.status <> 'draft') as shown_ids
        from public.document_question where tenant_id = in_tenant and procurement_id = in_id
    ) q
    cross join lateral (
      select array(select distinct person from unnest(array[h.creator_id, h.consignee_id] || array(
          select sent_by_id from public.procurement_supplier_order where tenant_id = in_tenant and procurement_id = in_id)
          || s.involved_ids || q.shown_ids) as person
            where person is not null order by person) as concerned_ids,
          array(select distinct person from unnest(array[h.creator_id] || s.held_ids || q.shown_ids) as person
            where person is not null order by person) as holder_ids
        -- Made once, however often they are looked at.
        offset 0
    ) p
    where h.tenant_id = in_tenant and h.id = in_id
$$;

create function app.moving_invoice(in_tenant bigint, in_id bigint)
returns table (status text, creator_id bigint, client_id bigint, department_id bigint, cost_center_id bigint,
  ledger_account_id bigint, under_contract_id bigint, delivery_date date, invoice_date date, due_date date, currency text,
  total_netto numeric, total_brutto numeric, assignee_ids bigint[], waiting_since timestamptz, content_version integer,
  step text, step_kind text, step_user_id bigint, step_for_user_id bigint, asked_ids bigint[], concerned_ids bigint[],
  holder_ids bigint[])
language sql stable as $$
  select h.status, h.creator_id, h.client_id, h.department_id, h.cost_center_id, h.ledger_account_id, h.contract_id,
      h.delivery_date, h.invoice_date, h.due_date, h.currency, h.total_netto, h.total_brutto,
      s.assignee_ids, s.waiting_since, t.content_version, s.step, s.step_kind, s.step_user_id, s.step_for_user_id, q.asked_ids,
      p.concerned_ids, p.holder_ids
    from public.invoice h
    join public.timeline t on t.tenant_id = in_tenant and t.id = h.timeline_id
    cross join lateral app.listed_steps(in_tenant, h.timeline_id) s
    cross join lateral (
      select coalesce(array_agg(distinct lb_user_id) filter (where answered_at is null), '{}') as asked_ids,
          array_agg(lb_user_id) as shown_ids
        from public.document_question where tenant_id = in_tenant and invoice_id = in_id
    ) q
    cross join lateral (
      select array(select distinct person from unnest(array[h.creator_id] || s.involved_ids || q.shown_ids) as person
            where person is not null order by person) as concerned_ids,
          array(select distinct person from unnest(array[h.creator_id] || s.held_ids || q.shown_ids) as person
            where person is not null order by person) as holder_ids
        -- Made once, however often they are looked at.
        offset 0
    ) p
    where h.tenant_id = in_tenant and h.id = in_id
$$;

create function app.moving_contract(in_tenant bigint, in_id bigint)
returns table (status text, creator_id bigint, client_id bigint, department_id bigint, cost_center_id bigint,
  ledger_account_id bigint, under_contract_id bigint, delivery_date date, invoice_date date, due_date date, currency text,
  total_netto numeric, total_brutto numeric, assignee_ids bigint[], waiting_since timestamptz, content_version integer,
  step text, step_kind text, step_user_id bigint, step_for_user_id bigint, asked_ids bigint[], concerned_ids bigint[],
  holder_ids bigint[])
language sql stable as $$
  select h.status, h.creator_id, h.client_id, h.department_id, h.cost_center_id, h.ledger_account_id, h.id,
      null::date, null::date, h.termination_deadline, 'EUR', h.total_netto, null::numeric,
      s.assignee_ids, s.waiting_since, t.content_version, s.step, s.step_kind, s.step_user_id, s.step_for_user_id, q.asked_ids,
      p.concerned_ids, p.holder_ids
    from public.contract h
    join public.timeline t on t.tenant_id = in_tenant and t.id = h.timeline_id
    cross join lateral app.listed_steps(in_tenant, h.timeline_id) s
    cross join lateral (
      select coalesce(array_agg(distinct lb_user_id) filter (where answered_at is null), '{}') as asked_ids,
          array_agg(lb_user_id) as shown_ids
        from public.document_question where tenant_id = in_tenant and contract_id = in_id
    ) q
    cross join lateral (
      select array(select distinct person from unnest(array[h.creator_id, h.responsible_id] || s.involved_ids || q.shown_ids) as person
            where person is not null order by person) as concerned_ids,
          array(select distinct person from unnest(array[h.creator_id] || s.held_ids || q.shown_ids) as person
            where person is not null order by person) as holder_ids
        -- Made once, however often they are looked at.
        offset 0
    ) p
    where h.tenant_id = in_tenant and h.id = in_id
$$;

create function app.words_of_procurement(in_tenant bigint, in_id bigint)
returns table (timeline_id bigint, number text, running_number integer, name text, created_at timestamptz, head_text text)
language sql stable as $$
  select timeline_id, coalesce(order_number_formatted, draft_number_formatted), coalesce(number, draft_number), name, created_at,
      concat_ws(' ', coalesce(order_number_formatted, draft_number_formatted), name, external_order_number, notes)
    from public.procurement where tenant_id = in_tenant and id = in_id
$$;

create function app.words_of_invoice(in_tenant bigint, in_id bigint)
returns table (timeline_id bigint, number text, running_number integer, name text, created_at timestamptz, head_text text,
  supplier_id bigint, supplier_ids bigint[])
language sql stable as $$
  select i.timeline_id, i.invoice_number_formatted, i.running_number, i.name, i.created_at,
      concat_ws(' ', i.invoice_number_formatted, i.name, i.number_printed, i.number, s.name, i.notes),
      i.supplier_id, array_remove(array[i.supplier_id], null)
    from public.invoice i left join public.supplier s on s.tenant_id = in_tenant and s.id = i.supplier_id
    where i.tenant_id = in_tenant and i.id = in_id
$$;

create function app.words_of_contract(in_tenant bigint, in_id bigint)
returns table (timeline_id bigint, number text, running_number integer, name text, created_at timestamptz, head_text text,
  supplier_id bigint, supplier_ids bigint[])
language sql stable as $$
  select c.timeline_id, c.contract_number_formatted, c.contract_number, c.name, c.created_at,
      concat_ws(' ', c.contract_number_formatted, c.name, c.external_contract_number, s.name, c.notes),
      c.supplier_id, array_remove(array[c.supplier_id], null)
    from public.contract c left join public.supplier s on s.tenant_id = in_tenant and s.id = c.supplier_id
    where c.tenant_id = in_tenant and c.id = in_id
$$;

create function app.lines_of_procurement(in_tenant bigint, in_id bigint)
returns table (supplier_id bigint, supplier_ids bigint[], lines_text text, lines_owed_on date, owes_undated_lines boolean)
language sql stable as $$
  select (array_agg(line.supplier_id order by sort_no, id) filter (where line.supplier_id is not null))[1],
      coalesce(array_agg(distinct line.supplier_id) filter (where line.supplier_id is not null), '{}'),
      left(coalesce(string_agg(words, ' ' order by sort_no, id), ''), 8000),
      min(owed_on) filter (where is_outstanding),
      coalesce(bool_or(owed_on is null) filter (where is_outstanding), false)
    from (
      select l.sort_no, l.id, concat_ws(' ', l.description, l.item_number, s.name) as words, l.supplier_id,
          l.is_outstanding, coalesce(l.confirmed_delivery_date, l.delivery_date) as owed_on
        from public.procurement_line l left join public.supplier s on s.tenant_id = l.tenant_id and s.id = l.supplier_id
        where l.tenant_id = in_tenant and l.procurement_id = in_id
    ) line
$$;

create function app.lines_of_invoice(in_tenant bigint, in_id bigint) returns table (lines_text text)
language sql stable as $$
  select left(coalesce(string_agg(concat_ws(' ', description, item_number), ' ' order by sort_no, id), ''), 8000)
    from public.invoice_line where tenant_id = in_tenant and invoice_id = in_id
$$;

create function app.lines_of_contract(in_tenant bigint, in_id bigint) returns table (lines_text text)
language sql stable as $$
  select left(coalesce(string_agg(concat_ws(' ', name, item_number), ' ' order by sort_no, id), ''), 8000)
    from public.contract_line where tenant_id = in_tenant and contract_id = in_id
$$;

-- Makes the rows of the persons those that stand in the rows of the lists.
create or replace function app.keep_document_persons(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  delete from public.document_person p
    using public.document d
    where d.tenant_id = in_tenant and d.kind = in_kind and d.id = any (in_documents)
      and p.tenant_id = in_tenant and p.kind = in_kind and p.document_id = d.id and p.lb_user_id <> all (d.concerned_ids);
  insert into public.document_person (tenant_id, kind, document_id, lb_user_id, is_assignee)
    select in_tenant, in_kind, d.id, person, person = any (d.holder_ids)
      from public.document d
      cross join lateral unnest(d.concerned_ids) as person
      left join public.document_person p on p.tenant_id = in_tenant and p.kind = in_kind
        and p.document_id = d.id and p.lb_user_id = person
      where d.tenant_id = in_tenant and d.kind = in_kind and d.id = any (in_documents)
        and p.is_assignee is distinct from (person = any (d.holder_ids))
    on conflict (tenant_id, kind, document_id, lb_user_id) do update set is_assignee = excluded.is_assignee;
end
$$;

-- `app.list_<kind>` writes the rows in the lists: `in_whole` all of them, else what moves with the steps, and the words only
-- of those whose head has other ones. The plans are as good for one document as for all, and planning takes longer than
-- running them.
do $kinds$
declare
  of_kind record;
  moving text := 'status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, under_contract_id,'
    ' delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, assignee_ids, waiting_since, content_version,'
    ' step, step_kind, step_user_id, step_for_user_id, asked_ids, concerned_ids, holder_ids';
  words text := 'timeline_id, number, running_number, name, created_at, head_text';
begin
  for of_kind in
    select * from (values
      ('procurement', words, 'supplier_id, supplier_ids, lines_text, lines_owed_on, owes_undated_lines'),
      ('invoice', words || ', supplier_id, supplier_ids', 'lines_text'),
      ('contract', words || ', supplier_id, supplier_ids', 'lines_text')
    ) as kinds (name, words, lines)
  loop
    execute format($body$
create function app.list_%1$s(in_tenant bigint, in_ids bigint[], in_whole boolean) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan as $function$
declare
  whole bigint[] := in_ids;
  missing bigint[];
  moved bigint[];
begin
  if not in_whole then
    with written as (
      update public.document d set (%2$s) = row (m.*)
        from unnest(in_ids) as one (id)
        cross join lateral app.moving_%1$s(in_tenant, one.id) m
        cross join lateral app.words_of_%1$s(in_tenant, one.id) w
        where d.tenant_id = in_tenant and d.kind = '%1$s' and d.id = one.id
          and (row (%5$s) is distinct from row (m.*) or row (%6$s) is distinct from row (w.*))
        returning d.id, row (%6$s) is distinct from row (w.*) as is_reworded,
          row (old.concerned_ids, old.holder_ids) is distinct from row (new.concerned_ids, new.holder_ids) as is_moved
    )
    select array_agg(id) filter (where is_reworded), array_agg(id) filter (where is_moved) into whole, moved from written;
    if moved is not null then
      perform app.keep_document_persons(in_tenant, '%1$s', moved);
    end if;
    if whole is null then
      return;
    end if;
  end if;
  missing := array(select unnest(whole)
    except select id from public.document where tenant_id = in_tenant and kind = '%1$s' and id = any (whole));
  if missing <> '{}' then
    insert into public.document (tenant_id, kind, id, %2$s, %3$s, %4$s)
      select in_tenant, '%1$s', one.id, m.*, w.*, l.*
        from unnest(missing) as one (id)
        cross join lateral app.moving_%1$s(in_tenant, one.id) m
        cross join lateral app.words_of_%1$s(in_tenant, one.id) w
        cross join lateral app.lines_of_%1$s(in_tenant, one.id) l
      on conflict do nothing;
    perform app.keep_document_persons(in_tenant, '%1$s', missing);
    whole := array(select unnest(whole) except select unnest(missing));
  end if;
  if whole <> '{}' then
    with written as (
      update public.document d set (%2$s, %3$s, %4$s) = row (m.*, w.*, l.*)
        from unnest(whole) as one (id)
        cross join lateral app.moving_%1$s(in_tenant, one.id) m
        cross join lateral app.words_of_%1$s(in_tenant, one.id) w
        cross join lateral app.lines_of_%1$s(in_tenant, one.id) l
        where d.tenant_id = in_tenant and d.kind = '%1$s' and d.id = one.id
          and row (%5$s, %6$s, %7$s) is distinct from row (m.*, w.*, l.*)
        returning d.id,
          row (old.concerned_ids, old.holder_ids) is distinct from row (new.concerned_ids, new.holder_ids) as is_moved
    )
    select array_agg(id) filter (where is_moved) into moved from written;
    if moved is not null then
      perform app.keep_document_persons(in_tenant, '%1$s', moved);
    end if;
  end if;
end
$function$$body$, of_kind.name, moving, of_kind.words, of_kind.lines, 'd.' || replace(moving, ', ', ', d.'),
      'd.' || replace(of_kind.words, ', ', ', d.'), 'd.' || replace(of_kind.lines, ', ', ', d.'));
    execute format('revoke execute on function app.list_%1$s(bigint, bigint[], boolean), app.moving_%1$s(bigint, bigint),
      app.words_of_%1$s(bigint, bigint), app.lines_of_%1$s(bigint, bigint) from public', of_kind.name);
  end loop;
end
$kinds$;
revoke execute on function app.listed_steps(bigint, bigint) from public;

create function app.list_documents(in_tenant bigint, in_kind text, in_documents bigint[], in_whole boolean) returns void
language plpgsql set search_path = '' as $$
begin
  case in_kind
    when 'procurement' then perform app.list_procurement(in_tenant, in_documents, in_whole);
    when 'invoice' then perform app.list_invoice(in_tenant, in_documents, in_whole);
    when 'contract' then perform app.list_contract(in_tenant, in_documents, in_whole);
  end case;
end
$$;
revoke execute on function app.list_documents(bigint, text, bigint[], boolean) from public;

create or replace function app.list_documents(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.list_documents(in_tenant, in_kind, in_documents, true);
end
$$;

-- An order and its invoices count together, and an invoice that has left its order is known by the row that it still has.
-- What is there already is looked up by one hash of it, for one document as for all.
alter function app.amounts_of_orders(bigint, bigint[]) reset search_path;
alter function app.amounts_of_invoices(bigint, bigint[]) reset search_path;
create or replace function app.keep_budget_amounts(in_tenant bigint, in_kind text, in_documents bigint[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  orders bigint[] := in_documents;
  invoices bigint[];
begin
  if in_kind not in ('procurement', 'invoice') then
    return;
  end if;
  if in_kind = 'invoice' then
    orders := array(
      select procurement_id from public.invoice
        where tenant_id = in_tenant and id = any (in_documents) and procurement_id is not null
      union
      select procurement_id from public.budget_amount
        where tenant_id = in_tenant and invoice_id = any (in_documents) and procurement_id is not null);
    invoices := in_documents;
  end if;
  -- Of two who change an order and an invoice of it at once, the later one counts what the first has left behind.
  perform from public.procurement where tenant_id = in_tenant and id = any (orders) order by id for no key update;
  with counted as materialized (
    select procurement_id, cost_center_id, ledger_account_id, day, is_decided, sum(net) as net
      from app.amounts_of_orders(in_tenant, orders)
      where cost_center_id is not null and day is not null group by 1, 2, 3, 4, 5
  ), gone as (
    delete from public.budget_amount
    where tenant_id = in_tenant and procurement_id = any (orders) and invoice_id is null
      and (procurement_id, cost_center_id, coalesce(ledger_account_id, 0)) not in (
        select procurement_id, cost_center_id, coalesce(ledger_account_id, 0) from counted)
  )
  insert into public.budget_amount as b (tenant_id, procurement_id, cost_center_id, ledger_account_id, day, is_decided, net)
    select in_tenant, procurement_id, cost_center_id, ledger_account_id, day, is_decided, net from counted
    where (procurement_id, cost_center_id, coalesce(ledger_account_id, 0), day, is_decided, net) not in (
      select procurement_id, cost_center_id, coalesce(ledger_account_id, 0), day, is_decided, net
      from public.budget_amount where tenant_id = in_tenant and procurement_id = any (orders) and invoice_id is null)
  on conflict (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id) do update
    set day = excluded.day, is_decided = excluded.is_decided, net = excluded.net;
  invoices := invoices || array(
    select id from public.invoice where tenant_id = in_tenant and procurement_id = any (orders));
  if invoices = '{}' then
    return;
  end if;
  with counted as materialized (
    select procurement_id, invoice_id, cost_center_id, ledger_account_id, day, sum(net) as net
      from app.amounts_of_invoices(in_tenant, invoices)
      where cost_center_id is not null and day is not null group by 1, 2, 3, 4, 5
  ), gone as (
    delete from public.budget_amount
    where tenant_id = in_tenant and invoice_id = any (invoices)
      and (coalesce(procurement_id, 0), invoice_id, cost_center_id, coalesce(ledger_account_id, 0)) not in (
        select coalesce(procurement_id, 0), invoice_id, cost_center_id, coalesce(ledger_account_id, 0) from counted)
  )
  insert into public.budget_amount as b
      (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id, day, is_decided, net)
    select in_tenant, procurement_id, invoice_id, cost_center_id, ledger_account_id, day, true, net from counted
  on conflict (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id) do update
    set day = excluded.day, is_decided = excluded.is_decided, net = excluded.net
    where (b.day, b.is_decided, b.net) is distinct from (excluded.day, excluded.is_decided, excluded.net);
end
$$;

-- Notes the documents of the changed rows for the rest of the transaction, each with what has changed: `all` of it, its
-- `head`, or a `step`.
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

create or replace function app.list_noted_documents() returns trigger
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
    select tenant_id, kind, is_whole, array_agg(id) as ids, array_agg(id) filter (where is_counted) as counted_ids
      from (
        select split_part(one, ' ', 1)::bigint as tenant_id, split_part(one, ' ', 2) as kind,
            split_part(one, ' ', 3)::bigint as id, bool_or(split_part(one, ' ', 4) = 'all') as is_whole,
            bool_or(split_part(one, ' ', 4) <> 'step') as is_counted
          from unnest(string_to_array(noted, ',')) as one group by 1, 2, 3
      ) d group by 1, 2, 3
  loop
    perform app.list_documents(listed.tenant_id, listed.kind, listed.ids, listed.is_whole);
    if listed.counted_ids is not null then
      perform app.keep_budget_amounts(listed.tenant_id, listed.kind, listed.counted_ids);
    end if;
  end loop;
  return null;
end
$$;

-- A head knows its timeline and its kind; only of the others they have to be looked up.
create or replace function app.announce_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  moved bigint;
begin
  if tg_table_name in ('procurement', 'invoice', 'contract') then
    perform pg_notify('live', json_build_object(
        'tenant', tenant_id, 'kind', tg_table_name, 'id', new.id, 'version', content_version)::text)
      from public.timeline where tenant_id = new.tenant_id and id = new.timeline_id;
    return null;
  elsif tg_table_name = 'timeline' then
    moved := new.id;
  else
    select timeline_id into moved from public.procurement where tenant_id = new.tenant_id and id = new.procurement_id;
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

-- A digest that waits already is not queued again, which rewrote its entry for each notification and let those who have
-- something to tell the same person wait for each other. Whoever relies on the entry shares this lock until his end, and
-- the digest takes it alone before it looks: it finds what is told by then, and later notifications queue a new one.
create function app.digest_lock(in_person bigint) returns bigint
language sql stable return hashtextextended(format('digest %s %s', app.tenant_id(), in_person), 3);
revoke execute on function app.digest_lock(bigint) from public;
grant execute on function app.digest_lock(bigint) to writer;

create or replace function app.enqueue_digest(in_person bigint, in_run_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job text := format('digest %s %s', app.tenant_id(), in_person);
begin
  if app.tenant_id() is null then
    raise exception 'a digest needs a tenant' using errcode = '42501';
  end if;
  if pg_try_advisory_xact_lock_shared(app.digest_lock(in_person)) then
    -- In a statement of its own, for what was committed before the lock was there.
    perform from graphile_worker.jobs where key = job and locked_at is null and attempts = 0;
    if found then
      return;
    end if;
  end if;
  perform graphile_worker.add_job(
    'digest', json_build_object('tenant_id', app.tenant_id(), 'person_id', in_person), run_at => in_run_at,
    max_attempts => 100, job_key => job, job_key_mode => 'preserve_run_at');
end
$$;
