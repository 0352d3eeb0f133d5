-- What suppliers deliver late (PROC-35) among many orders: from which day on goods are owed stands in the head itself,
-- so that an index finds what is late; a look at the lines of every order that is on its way took half a second.
alter table procurement
  -- The earliest day of the lines that have not arrived and have a day of their own: the promised one, else the asked one.
  add column lines_owed_on date,
  -- One of them has no day of its own, so that the day of the whole order counts for it.
  add column owes_undated_lines boolean not null default false,
  -- Null when nothing is owed, or nobody knows until when.
  add column owed_on date generated always as (
    least(lines_owed_on, case when owes_undated_lines then delivery_date end)) stored;
grant select (owed_on) on procurement to reader, reader_price;

create or replace function app.index_lines() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.procurement p set lines_text = found.lines_text, supplier_ids = found.supplier_ids,
      lines_owed_on = found.lines_owed_on, owes_undated_lines = found.owes_undated_lines
    from (
      select d.tenant_id, d.procurement_id,
             left(coalesce(string_agg(concat_ws(' ', l.description, l.item_number, s.name), ' ' order by l.sort_no), ''), 8000) as lines_text,
             coalesce(array_agg(distinct l.supplier_id) filter (where l.supplier_id is not null), '{}') as supplier_ids,
             min(l.owed_on) filter (where l.is_outstanding) as lines_owed_on,
             coalesce(bool_or(l.owed_on is null) filter (where l.is_outstanding), false) as owes_undated_lines
      from (select distinct tenant_id, procurement_id from changed) d
      left join (select *, coalesce(confirmed_delivery_date, delivery_date) as owed_on from public.procurement_line) l
        on l.tenant_id = d.tenant_id and l.procurement_id = d.procurement_id
      left join public.supplier s on s.tenant_id = l.tenant_id and s.id = l.supplier_id
      group by d.tenant_id, d.procurement_id
    ) found
    where p.tenant_id = found.tenant_id and p.id = found.procurement_id
      and (p.lines_text, p.supplier_ids, p.lines_owed_on, p.owes_undated_lines)
        is distinct from (found.lines_text, found.supplier_ids, found.lines_owed_on, found.owes_undated_lines);
  return null;
end
$$;

-- Derived columns leave no audit row.
drop trigger audit on procurement;
create trigger audit after insert or delete or update on procurement
  for each row execute function app.write_audit('{}',
    '{total_netto,total_tax,total_brutto,total_netto_cents,open_value,approved_netto}',
    '{lines_text,search_text,total_netto_cents,asked_ids,supplier_ids,assignee_ids,waiting_since,lines_owed_on,owes_undated_lines,owed_on}',
    'procurement');

-- What exists is filled without the triggers: nobody changed anything.
alter table procurement disable trigger user;
update procurement p set lines_owed_on = found.lines_owed_on, owes_undated_lines = found.owes_undated_lines
  from (
    select tenant_id, procurement_id,
           min(coalesce(confirmed_delivery_date, delivery_date)) as lines_owed_on,
           bool_or(coalesce(confirmed_delivery_date, delivery_date) is null) as owes_undated_lines
    from procurement_line where is_outstanding group by tenant_id, procurement_id
  ) found
  where p.tenant_id = found.tenant_id and p.id = found.procurement_id;
alter table procurement enable trigger user;

create index procurement_owed on procurement (tenant_id, owed_on) where status = 'ordered';
