-- The overview among 100,000 documents (OVW-05): what lists filter and sort by stands in the head itself, kept by
-- triggers, and arrays of ids are searched by index. Exports are files of the person who asked for them.

-- As for `ilike` in 0001: both compare ids by their own operator and reveal nothing but the result.
alter function pg_catalog.arraycontains(anyarray, anyarray) leakproof;
alter function pg_catalog.arrayoverlap(anyarray, anyarray) leakproof;

alter table procurement
  -- The suppliers of its lines.
  add column supplier_ids bigint[] not null default '{}',
  -- Whom the step in progress waits for: a person, or a task group until somebody accepts.
  add column assignee_ids bigint[] not null default '{}',
  -- Since when it waits; null while nothing is in progress.
  add column waiting_since timestamptz;

-- The lines and their suppliers make a document findable (OVW-04).
create or replace function app.index_lines() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.procurement p set lines_text = found.lines_text, supplier_ids = found.supplier_ids
    from (
      select d.tenant_id, d.procurement_id,
             left(coalesce(string_agg(concat_ws(' ', l.description, l.item_number, s.name), ' ' order by l.sort_no), ''), 8000) as lines_text,
             coalesce(array_agg(distinct l.supplier_id) filter (where l.supplier_id is not null), '{}') as supplier_ids
      from (select distinct tenant_id, procurement_id from changed) d
      left join public.procurement_line l on l.tenant_id = d.tenant_id and l.procurement_id = d.procurement_id
      left join public.supplier s on s.tenant_id = l.tenant_id and s.id = l.supplier_id
      group by d.tenant_id, d.procurement_id
    ) found
    where p.tenant_id = found.tenant_id and p.id = found.procurement_id
      and (p.lines_text, p.supplier_ids) is distinct from (found.lines_text, found.supplier_ids);
  return null;
end
$$;

-- A step waits since it was created, or since the step before it was done.
create function app.refresh_tasks(in_tenant bigint, in_documents bigint[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.procurement p set assignee_ids = found.assignee_ids, waiting_since = found.waiting_since
    from (
      select d.id,
        coalesce(array_agg(distinct e.lb_user_id) filter (where e.is_current and e.lb_user_id is not null), '{}') as assignee_ids,
        case when bool_or(e.is_current) then
          greatest(max(e.created_at) filter (where e.is_current), max(e.completed_at) filter (where e.is_done)) end as waiting_since
      from unnest(in_documents) as d (id)
      left join (
        select *, text_type in ('present', 'assignment') and status is distinct from 'comment' as is_current,
          status in ('approved', 'declined', 'canceled') as is_done
        from public.timeline_entry
      ) e on e.tenant_id = in_tenant and e.procurement_id = d.id
      group by d.id
    ) found
    where p.tenant_id = in_tenant and p.id = found.id
      and (p.assignee_ids, p.waiting_since) is distinct from (found.assignee_ids, found.waiting_since);
end
$$;

create function app.tasks_of_entries() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  document record;
begin
  for document in
    select tenant_id, array_agg(distinct procurement_id) as ids from changed where procurement_id is not null group by tenant_id
  loop
    perform app.refresh_tasks(document.tenant_id, document.ids);
  end loop;
  return null;
end
$$;
create trigger tasks_inserted after insert on timeline_entry referencing new table as changed
  for each statement execute function app.tasks_of_entries();
create trigger tasks_updated after update on timeline_entry referencing new table as changed
  for each statement execute function app.tasks_of_entries();
create trigger tasks_deleted after delete on timeline_entry referencing old table as changed
  for each statement execute function app.tasks_of_entries();

-- Derived columns leave no audit row.
call app.document_wall('procurement', drafts => 'status <> ''draft''',
  ignored => '{lines_text,search_text,total_netto_cents,asked_ids,supplier_ids,assignee_ids,waiting_since}',
  amounts => '{total_netto,total_tax,total_brutto,total_netto_cents,open_value,approved_netto}');
-- What exists is filled without the triggers: nobody changed anything.
alter table procurement disable trigger user;
update procurement p set supplier_ids = found.ids
  from (select tenant_id, procurement_id, array_agg(distinct supplier_id) as ids from procurement_line
        where supplier_id is not null group by tenant_id, procurement_id) found
  where p.tenant_id = found.tenant_id and p.id = found.procurement_id;
select app.refresh_tasks(tenant_id, array_agg(id)) from procurement group by tenant_id;
alter table procurement enable trigger user;

-- Whom a document waits for sees it in any case: `document_person` would say the same, one look-up per row later.
alter policy visible on procurement using (
  tenant_id = (select app.tenant_id()) and (
    status <> 'draft' and ((select app.sees_all('procurement'))
      or client_id = (select app.scope_client('procurement'))
      or department_id = (select app.scope_department('procurement')))
    or creator_id = (select app.user_id())
    or assignee_ids && (select app.persons())
    or exists (select from document_person dp
        where dp.tenant_id = procurement.tenant_id and dp.kind = 'procurement' and dp.document_id = procurement.id
          and dp.lb_user_id = any ((select app.persons())::bigint[])
          and (dp.is_assignee or status <> 'draft' and (select app.sees_involved('procurement'))))));

create index on procurement using gin (tenant_id, supplier_ids);
create index on procurement using gin (tenant_id, assignee_ids);
create index on procurement (tenant_id, waiting_since, id);
-- Counts and sums read these alone; what the policy reads must stand in them.
drop index procurement_tenant_id_status_created_at_id_client_id_depart_idx;
drop index procurement_tenant_id_department_id_status_created_at_id_cl_idx;
create index procurement_by_status on procurement (tenant_id, status, created_at desc, id desc)
  include (client_id, department_id, creator_id, assignee_ids, total_netto);
create index procurement_by_department on procurement (tenant_id, department_id, status, created_at desc, id desc)
  include (client_id, creator_id, assignee_ids, total_netto);

-- Exports: files of the person who asked, larger than what anybody uploads, gone after a day (OVW-09).
alter table file drop constraint file_size_check, add constraint file_size_check
  check (size between 0 and case when received_by = 'export' then 268435456 else 10485760 end);
create function app.clean_up_exports() returns void
language sql volatile security definer set search_path = ''
begin atomic
  delete from public.file where received_by = 'export' and created_at < now() - interval '1 day';
end;
grant execute on function app.clean_up_exports() to gate;
