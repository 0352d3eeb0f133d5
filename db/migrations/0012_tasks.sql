-- Tasks between people: substitutes (APPR-15), questions (TASK-23), reminders (TASK-24).

-- Whose task it is while a substitute has it: "A for B" is `lb_user_id` for `for_user_id`.
alter table timeline_entry
  add column for_user_id bigint,
  add foreign key (tenant_id, for_user_id) references lb_user (tenant_id, id) on delete restrict;
create index on timeline_entry (tenant_id, for_user_id) where for_user_id is not null;
call app.child_wall('timeline_entry', parents => '{procurement,invoice,contract}', amounts => '{message_amounts}');

-- Whose limit counts when a substitute approves: the lower of both, his own, or that of the person he stands in for.
alter table client add column substitute_limit text not null default 'lower'
  check (substitute_limit in ('lower', 'substitute', 'represented'));
call app.permission_wall('client');

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
  constraint document_question_of_one_document check (num_nonnulls(procurement_id, invoice_id, contract_id) = 1),
  foreign key (tenant_id, procurement_id) references procurement (tenant_id, id) on delete cascade,
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, timeline_entry_id) references timeline_entry (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, asked_by_id) references lb_user (tenant_id, id) on delete restrict
);
create index on document_question (tenant_id, procurement_id) where procurement_id is not null;
create index on document_question (tenant_id, invoice_id) where invoice_id is not null;
create index on document_question (tenant_id, contract_id) where contract_id is not null;
create index on document_question (tenant_id, asked_by_id);
-- The open questions of a person, which stand in his My tasks.
create index document_question_open on document_question (tenant_id, lb_user_id) where answered_at is null;
call app.child_wall('document_question', parents => '{procurement,invoice,contract}');

-- Whom a request asks something stands in the head, too, so that My tasks finds it by index.
alter table procurement add column asked_ids bigint[] not null default '{}';
create index on procurement using gin (tenant_id, asked_ids);
call app.document_wall('procurement', drafts => 'status <> ''draft''', ignored => '{lines_text,search_text,total_netto_cents,asked_ids}',
  amounts => '{total_netto,total_tax,total_brutto,total_netto_cents,open_value,approved_netto}');

create function app.questions_of_documents() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.procurement p set asked_ids = found.asked_ids
    from (
      select d.tenant_id, d.procurement_id, coalesce(array_agg(distinct q.lb_user_id) filter (where q.id is not null), '{}') as asked_ids
      from (select distinct tenant_id, procurement_id from changed where procurement_id is not null) d
      left join public.document_question q
        on q.tenant_id = d.tenant_id and q.procurement_id = d.procurement_id and q.answered_at is null
      group by d.tenant_id, d.procurement_id
    ) found
    where p.tenant_id = found.tenant_id and p.id = found.procurement_id and p.asked_ids <> found.asked_ids;
  return null;
end
$$;
create trigger questions_inserted after insert on document_question referencing new table as changed
  for each statement execute function app.questions_of_documents();
create trigger questions_updated after update on document_question referencing new table as changed
  for each statement execute function app.questions_of_documents();
create trigger questions_deleted after delete on document_question referencing old table as changed
  for each statement execute function app.questions_of_documents();

-- A reminder comes once per entry, person and period of waiting.
alter table notification add column period integer not null default 0 check (period >= 0);
drop index notification_once;
create unique index notification_once on notification (tenant_id, timeline_entry_id, lb_user_id, kind, period);
call app.wall('notification', visible => 'lb_user_id = (select app.user_id())', amounts => '{payload}', audited => false);

-- As before, and beside it: whom somebody stands in for stays an assignee, and whoever was asked sees the document
-- like one, once it is no draft (ROLE-06).
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
      select e.procurement_id, person, e.text_type not in ('future', 'finished-unsuccessful')
        from public.timeline_entry e cross join lateral unnest(array[e.lb_user_id, e.for_user_id]) as person
        where in_kind = 'procurement' and e.tenant_id = in_tenant and e.procurement_id = any (in_documents)
          and e.status is distinct from 'comment'
      union all
      select procurement_id, sent_by_id, false
        from public.procurement_supplier_order
        where in_kind = 'procurement' and tenant_id = in_tenant and procurement_id = any (in_documents)
      union all
      select e.invoice_id, person, e.text_type not in ('future', 'finished-unsuccessful')
        from public.timeline_entry e cross join lateral unnest(array[e.lb_user_id, e.for_user_id]) as person
        where in_kind = 'invoice' and e.tenant_id = in_tenant and e.invoice_id = any (in_documents)
          and e.status is distinct from 'comment'
      union all
      select e.contract_id, person, e.text_type not in ('future', 'finished-unsuccessful')
        from public.timeline_entry e cross join lateral unnest(array[e.lb_user_id, e.for_user_id]) as person
        where in_kind = 'contract' and e.tenant_id = in_tenant and e.contract_id = any (in_documents)
          and e.status is distinct from 'comment'
      union all
      select q.procurement_id, q.lb_user_id, true
        from public.document_question q
        join public.procurement p on p.tenant_id = q.tenant_id and p.id = q.procurement_id and p.status <> 'draft'
        where in_kind = 'procurement' and q.tenant_id = in_tenant and q.procurement_id = any (in_documents)
      union all
      select invoice_id, lb_user_id, true
        from public.document_question
        where in_kind = 'invoice' and tenant_id = in_tenant and invoice_id = any (in_documents)
      union all
      select contract_id, lb_user_id, true
        from public.document_question
        where in_kind = 'contract' and tenant_id = in_tenant and contract_id = any (in_documents)
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
  if tg_table_name in ('timeline_entry', 'document_question') then
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
create trigger persons_inserted after insert on document_question referencing new table as changed
  for each statement execute function app.document_persons_of_rows();
create trigger persons_deleted after delete on document_question referencing old table as changed
  for each statement execute function app.document_persons_of_rows();

-- When a person is away; nothing while no day is set.
create function app.absence(person lb_user) returns daterange language sql immutable
return case when person.substitute_id is not null and person.absence_from is not null
  then daterange(person.absence_from, person.absence_to, '[]') else 'empty'::daterange end;
grant execute on function app.absence(lb_user) to writer;

-- Substitutes while both are away stand in one after the other: never in a circle, and never more than three.
create function app.guard_substitute() returns trigger language plpgsql as $$
declare
  ahead integer;
  behind integer;
  is_circle boolean;
begin
  if new.substitute_id is null then
    return new;
  end if;
  if new.substitute_id = new.id then
    raise exception 'substitute_circle' using errcode = '23514';
  end if;
  if exists (select from public.lb_user u where u.tenant_id = new.tenant_id and u.id = new.substitute_id and u.is_group) then
    raise exception 'person_required' using errcode = '23514';
  end if;
  with recursive chain as (
    select new.substitute_id as person, 1 as length, app.absence(new) as during
    union all
    select u.substitute_id, c.length + 1, c.during * app.absence(u)
    from chain c join public.lb_user u on u.tenant_id = new.tenant_id and u.id = c.person
    where c.person <> new.id and c.length <= 3 and c.during && app.absence(u)
  )
  select max(length), bool_or(person = new.id) into ahead, is_circle from chain;
  if is_circle then
    raise exception 'substitute_circle' using errcode = '23514';
  end if;
  with recursive chain as (
    select new.id as person, 0 as length, app.absence(new) as during
    union all
    select u.id, c.length + 1, c.during * app.absence(u)
    from chain c join public.lb_user u on u.tenant_id = new.tenant_id and u.substitute_id = c.person
    where u.id <> new.id and c.length <= 3 and c.during && app.absence(u)
  )
  select max(length) into behind from chain;
  if ahead + behind > 3 then
    raise exception 'substitute_chain' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger guard_substitute before insert or update of substitute_id, absence_from, absence_to on lb_user
  for each row execute function app.guard_substitute();

-- Who goes away, comes back or can no longer stand in for others moves open tasks at once, not only at night.
create function app.settle_tasks() returns trigger language plpgsql as $$
begin
  if app.tenant_id() is not null and exists (
    select from after_change a join before_change b on b.tenant_id = a.tenant_id and b.id = a.id
    where (a.substitute_id, a.absence_from, a.absence_to, a.active, a.blocked)
      is distinct from (b.substitute_id, b.absence_from, b.absence_to, b.active, b.blocked)
  ) then
    perform app.enqueue('settle_tasks', '{}');
  end if;
  return null;
end
$$;
create trigger settle_tasks after update on lb_user referencing old table as before_change new table as after_change
  for each statement execute function app.settle_tasks();

-- Queues a job for every tenant in which this hour of the day has come and which has not had it that day. It may be
-- called as often as one likes, and after any pause.
create function app.enqueue_daily(in_kind text, in_hour integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  member record;
  here timestamp;
  new_job bigint;
begin
  for member in
    select t.id, coalesce(c.value, 'Europe/Berlin') as zone
    from public.tenant t
    left join public.configuration c on c.tenant_id = t.id and c.key = 'timezone' and c.client_id is null
    where t.status = 'active'
  loop
    begin
      here := now() at time zone member.zone;
    exception when invalid_parameter_value then
      here := now() at time zone 'Europe/Berlin';
    end;
    continue when extract(hour from here) < in_hour or exists (
      select from public.job j where j.tenant_id = member.id and j.kind = in_kind and j.created_at > now() - interval '2 days'
        and j.input ->> 'day' = here::date::text);
    insert into public.job (tenant_id, kind, input)
      values (member.id, in_kind, json_build_object('day', here::date)) returning id into new_job;
    perform app.queue_job(member.id, new_job, in_kind, null);
  end loop;
end
$$;
grant execute on function app.enqueue_daily(text, integer) to gate;
