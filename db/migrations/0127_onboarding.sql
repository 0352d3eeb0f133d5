-- What a new tenant begins with (ONB-01), once for all of its administrators: whoever writes the row holds it until he is done.
create table onboarding (
  tenant_id bigint not null references tenant (id) on delete cascade,
  mode text not null check (mode in ('full', 'custom', 'none')),
  primary key (tenant_id)
);
call app.wall('onboarding', audited => false, readable => false);

-- What belongs to the sample data of a tenant (ONB-03). A row stays until its record is gone, whoever takes that away.
create table sample_record (
  tenant_id bigint not null references tenant (id) on delete cascade,
  table_name text not null check (table_name in (
    'client', 'department', 'cost_center', 'ledger_account', 'posting_key', 'supplier', 'product_group', 'product', 'procurement', 'invoice')),
  record_id bigint not null,
  -- Of a document: that with which it was made.
  content_version integer,
  primary key (tenant_id, table_name, record_id)
);
call app.wall('sample_record', audited => false, readable => false);

-- Takes documents that this transaction has made into the sample data: nobody is charged for them (OP-07).
create function app.keep_sample_documents(in_kind text, in_ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if in_kind not in ('procurement', 'invoice') then
    raise exception 'no sample data has %', in_kind using errcode = '22023';
  end if;
  execute format('
      insert into public.sample_record (tenant_id, table_name, record_id, content_version)
      select d.tenant_id, $1, d.id, t.content_version
      from public.%I d join public.timeline t on t.tenant_id = d.tenant_id and t.id = d.timeline_id
      where d.tenant_id = app.tenant_id() and d.id = any ($2) and d.created_at = now()', in_kind)
    using in_kind, in_ids;
  delete from public.billable_event b using public.sample_record s
    where b.tenant_id = app.tenant_id() and b.source_kind = in_kind and b.source_id = any (in_ids)
      and s.tenant_id = b.tenant_id and s.table_name = in_kind and s.record_id = b.source_id;
end
$$;
revoke execute on function app.keep_sample_documents(text, bigint[]) from public;
grant execute on function app.keep_sample_documents(text, bigint[]) to writer;

-- Takes the documents of the sample data away that nobody has worked with: without retention, as drafts and readings that nobody has
-- touched (ARC-03). One that was changed, sent on, holds a file or is held is a document like any other.
create function app.remove_sample_documents() returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  orders bigint[];
  invoices bigint[];
begin
  orders := array(
    select d.id from public.sample_record s
      join public.procurement d on d.tenant_id = s.tenant_id and d.id = s.record_id
      join public.timeline t on t.tenant_id = d.tenant_id and t.id = d.timeline_id and t.content_version = s.content_version
      where s.tenant_id = app.tenant_id() and s.table_name = 'procurement' and d.status = 'draft' and d.legal_hold is null
        and not exists (select from public.file f where f.tenant_id = d.tenant_id and f.procurement_id = d.id)
      order by d.id for update of t);
  invoices := array(
    select d.id from public.sample_record s
      join public.invoice d on d.tenant_id = s.tenant_id and d.id = s.record_id
      join public.timeline t on t.tenant_id = d.tenant_id and t.id = d.timeline_id and t.content_version = s.content_version
      where s.tenant_id = app.tenant_id() and s.table_name = 'invoice' and d.legal_hold is null
        and not exists (select from public.file f where f.tenant_id = d.tenant_id and f.invoice_id = d.id)
        and not exists (select from public.timeline_entry e where e.tenant_id = d.tenant_id and e.invoice_id = d.id
          and e.completed_at is not null and e.type <> 'invoice-upload')
      order by d.id for update of t);
  perform app.remove_documents(app.tenant_id(), 'procurement', orders);
  perform app.remove_documents(app.tenant_id(), 'invoice', invoices);
  delete from public.sample_record s where s.tenant_id = app.tenant_id()
    and (s.table_name = 'procurement'
        and not exists (select from public.procurement d where d.tenant_id = s.tenant_id and d.id = s.record_id)
      or s.table_name = 'invoice'
        and not exists (select from public.invoice d where d.tenant_id = s.tenant_id and d.id = s.record_id));
  return cardinality(orders) + cardinality(invoices);
end
$$;
revoke execute on function app.remove_sample_documents() from public;
grant execute on function app.remove_sample_documents() to writer;

-- Takes the sample data away (ONB-03) and answers how many records went. What an own record points to stays: for one that is deleted
-- or blocks, the database itself knows.
create function app.remove_sample(out removed bigint, out kept jsonb)
language plpgsql set search_path = '' as $$
declare
  one record;
  gone bigint;
  blocking text;
begin
  set constraints all immediate;
  removed := app.remove_sample_documents();
  kept := coalesce((
    select jsonb_agg(jsonb_build_object('table', s.table_name, 'id', s.record_id, 'used_by', s.table_name) order by s.table_name, s.record_id)
    from public.sample_record s where s.table_name in ('procurement', 'invoice')), '[]');
  for one in
    select s.table_name, s.record_id from public.sample_record s
      join unnest(array['product', 'product_group', 'supplier', 'posting_key', 'cost_center', 'ledger_account', 'department', 'client'])
        with ordinality as o (table_name, place) on o.table_name = s.table_name
      order by o.place, s.record_id
  loop
    begin
      execute format('delete from public.%I where id = $1', one.table_name) using one.record_id;
      get diagnostics gone = row_count;
      delete from public.sample_record where table_name = one.table_name and record_id = one.record_id;
      removed := removed + gone;
    exception when foreign_key_violation or restrict_violation then
      get stacked diagnostics blocking = table_name;
      kept := kept || jsonb_build_object('table', one.table_name, 'id', one.record_id, 'used_by', blocking);
    end;
  end loop;
end
$$;
revoke execute on function app.remove_sample() from public;
grant execute on function app.remove_sample() to writer;
