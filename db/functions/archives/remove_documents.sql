-- Deletes orders or invoices with all rows that belong to them alone. References to them are cleared, but keep what
-- they show; dependent figures are recomputed.
create or replace function app.remove_documents(in_tenant bigint, in_kind text, in_ids bigint[])
returns jsonb
language plpgsql
set search_path to '' as $$
declare
  column_name text := in_kind || '_id';
  files uuid[];
  counterparts bigint[] := '{}';
  contracts bigint[];
  timelines bigint[];
  settled jsonb;
  counts jsonb := '{}';
  gone bigint;
  unnamed text := (
    select string_agg(format('not exists (select from %s r where r.tenant_id = f.tenant_id and r.%I = f.id)',
        k.conrelid::regclass, a.attname), ' and ')
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname <> 'tenant_id'
    where k.contype = 'f' and k.confrelid = 'public.file'::regclass and k.conrelid not in ('public.file_chunk'::regclass, 'public.file_object'::regclass, 'public.archive_member'::regclass));
begin
  if in_ids = '{}' then
    return counts;
  end if;
  execute format('select array_agg(timeline_id), array_agg(distinct contract_id) filter (where contract_id is not null)
    from public.%I where tenant_id = $1 and id = any ($2)', in_kind) into timelines, contracts using in_tenant, in_ids;
  -- Every file referenced by one of these documents, from any table.
  execute (
    select format('select array_agg(distinct id) from (select f.id from public.file f where f.tenant_id = $1 and f.%I = any ($2)', column_name)
      || string_agg(format(' union all select r.%I from %s r where r.tenant_id = $1 and r.%I = any ($2) and r.%1$I is not null',
        a.attname, k.conrelid::regclass, case when k.conrelid = format('public.%I', in_kind)::regclass then 'id' else column_name end), '')
      || ') n'
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname <> 'tenant_id'
    where k.contype = 'f' and k.confrelid = 'public.file'::regclass and k.conrelid not in ('public.file_chunk'::regclass, 'public.file_object'::regclass, 'public.archive_member'::regclass)
      and (k.conrelid = format('public.%I', in_kind)::regclass or exists (
        select from pg_catalog.pg_attribute o where o.attrelid = k.conrelid and o.attname = column_name)))
    into files using in_tenant, in_ids;
  if in_kind = 'procurement' then
    select count(*) into gone from public.goods_receipt where tenant_id = in_tenant and procurement_id = any (in_ids);
    counts := app.more(counts, 'receipts', gone);
    update public.procurement_line l set punchout_cart_id = null
      from public.punchout_cart c
      where c.tenant_id = in_tenant and c.procurement_id = any (in_ids) and l.tenant_id = in_tenant and l.punchout_cart_id = c.id
        and l.procurement_id <> all (in_ids);
    delete from public.procurement_line where tenant_id = in_tenant and procurement_id = any (in_ids);
    get diagnostics gone = row_count;
    counts := app.more(counts, 'lines', gone);
  else
    counterparts := array(
      select procurement_id from public.invoice where tenant_id = in_tenant and id = any (in_ids) and procurement_id is not null
      union
      select l.procurement_id from public.invoice_line i
        join public.procurement_line l on l.tenant_id = in_tenant and l.id = i.procurement_line_id
        where i.tenant_id = in_tenant and i.invoice_id = any (in_ids));
    -- A completed order stays completed when its invoices are deleted after their retention.
    select jsonb_agg(jsonb_build_object('id', id, 'open', open_value, 'is_complete', completely_invoiced) order by id) into settled
      from public.procurement where tenant_id = in_tenant and id = any (counterparts);
    delete from public.invoice_line where tenant_id = in_tenant and invoice_id = any (in_ids);
    get diagnostics gone = row_count;
    counts := app.more(counts, 'lines', gone);
  end if;
  execute format('delete from public.mail where tenant_id = $1 and %I = any ($2)', column_name) using in_tenant, in_ids;
  update public.file set procurement_id = null, invoice_id = null
    where tenant_id = in_tenant and id = any (files) and num_nonnulls(procurement_id, invoice_id) > 0;
  execute format('delete from public.%I where tenant_id = $1 and id = any ($2)', in_kind) using in_tenant, in_ids;
  get diagnostics gone = row_count;
  counts := app.more(app.more(counts, 'documents', gone), 'timelines', gone);
  delete from public.timeline where tenant_id = in_tenant and id = any (timelines);
  execute 'delete from public.file f where f.tenant_id = $1 and f.id = any ($2) and ' || unnamed using in_tenant, files;
  get diagnostics gone = row_count;
  counts := app.more(counts, 'files', gone);
  if in_kind = 'invoice' then
    update public.procurement p set open_value = (s.one ->> 'open')::numeric, completely_invoiced = (s.one ->> 'is_complete')::boolean
      from jsonb_array_elements(settled) as s (one)
      where p.tenant_id = in_tenant and p.id = (s.one ->> 'id')::bigint
        and (p.open_value, p.completely_invoiced) is distinct from ((s.one ->> 'open')::numeric, (s.one ->> 'is_complete')::boolean);
  end if;
  if counterparts <> '{}' then
    perform app.list_documents(in_tenant, 'procurement', counterparts);
    perform app.keep_budget_amounts(in_tenant, 'procurement', counterparts);
    perform app.keep_order_movements(in_tenant, 'procurement', counterparts);
  end if;
  if contracts is not null then
    perform app.list_documents(in_tenant, 'contract', contracts);
  end if;
  return counts;
end
$$;
