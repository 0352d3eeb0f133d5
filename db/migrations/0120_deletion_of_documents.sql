-- Orders and invoices that go by their days (OP-04), and what may go at all (ARC-03).

-- Deleting a row looks for those that point to it.
create index on invoice (tenant_id, file_id) where file_id is not null;
create index on invoice (tenant_id, corrects_invoice_id) where corrects_invoice_id is not null;
create index on procurement_line (tenant_id, punchout_cart_id) where punchout_cart_id is not null;
create index on goods_receipt (tenant_id, file_id) where file_id is not null;
create index on order_confirmation (tenant_id, file_id) where file_id is not null;
create index on procurement_order_letter (tenant_id, file_id);
create index on mail_attachment (tenant_id, file_id);
create index on mail (tenant_id, invoice_id) where invoice_id is not null;

-- What has come or left is kept for every role but for the deletion of an operator, who has handed over its archive before.
create or replace function app.keep_original() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not app.is_kept(old) or app.is_removing(old.tenant_id) then
    return null;
  end if;
  if tg_op = 'UPDATE'
      and (new.tenant_id, new.id, new.name, new.mime, new.size, new.sha256, new.received_by, new.created_at)
        is not distinct from (old.tenant_id, old.id, old.name, old.mime, old.size, old.sha256, old.received_by, old.created_at)
      and app.is_kept(new)
      and (old.retain_until is null or new.retain_until >= old.retain_until)
      and app.kept_until_of(new.tenant_id, new.created_at, new.retain_until, new.procurement_id, new.invoice_id, new.contract_id)
        >= app.kept_until_of(old.tenant_id, old.created_at, old.retain_until, old.procurement_id, old.invoice_id, old.contract_id)
      and app.is_held(new.tenant_id, new.procurement_id, new.invoice_id, new.contract_id)
        >= app.is_held(old.tenant_id, old.procurement_id, old.invoice_id, old.contract_id) then
    return null;
  end if;
  raise exception 'file % is kept', old.id using errcode = '55000';
end
$$;
create or replace function app.keep_original_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.file f where f.tenant_id = old.tenant_id and f.id = old.file_id and app.is_kept(f))
      and not app.is_removing(old.tenant_id) then
    raise exception 'file % is kept', old.file_id using errcode = '55000';
  end if;
  return null;
end
$$;

-- From which instant on something of a class is within its retention today: what was created before may go.
create function app.kept_since(in_tenant bigint, in_class text) returns timestamptz
language sql stable set search_path = '' as $$
  select make_date(extract(year from now() at time zone z.zone)::integer - app.retention_years(in_tenant, in_class), 1, 1)::timestamp
    at time zone z.zone
  from (select app.time_zone_of(in_tenant) as zone) z
$$;
revoke execute on function app.kept_since(bigint, text) from public;

-- Documents of some days with what decides whether they may go: those that are held never; those within their retention once an
-- archive of them was handed over, which it was only of what has not changed since. Drafts have no retention, nor have invoices that
-- nobody has read or touched.
create function app.documents_for_deletion(in_tenant bigint, in_kind text, in_from timestamptz, in_until timestamptz)
returns table (kind text, id bigint, timeline_id bigint, created_at timestamptz, is_held boolean, is_kept boolean, changed_at timestamptz)
language sql stable set search_path = '' as $$
  select 'procurement', d.id, d.timeline_id, d.created_at, d.legal_hold is not null,
    d.created_at >= s.since and d.status <> 'draft' or exists (
      select from public.file f where f.tenant_id = in_tenant and f.procurement_id = d.id and f.received_by is distinct from 'view'
        and (f.created_at >= s.since and d.status <> 'draft' or f.retain_until >= current_date)),
    greatest(d.updated_at, t.updated_at)
  from public.procurement d
  join public.timeline t on t.tenant_id = in_tenant and t.id = d.timeline_id
  cross join (select app.kept_since(in_tenant, 'order') as since) s
  where in_kind = 'procurement' and d.tenant_id = in_tenant and d.created_at >= in_from and d.created_at < in_until
  union all
  select 'invoice', d.id, d.timeline_id, d.created_at, d.legal_hold is not null,
    not (d.status = 'open' and d.number is null and d.supplier_id is null and not exists (
        select from public.invoice_recognition r where r.tenant_id = in_tenant and r.invoice_id = d.id and r.state = 'done'))
      and (d.created_at >= s.since or exists (
        select from public.file f where f.tenant_id = in_tenant and f.invoice_id = d.id and f.received_by is distinct from 'view'
          and (f.created_at >= s.since or f.retain_until >= current_date))),
    greatest(d.updated_at, t.updated_at)
  from public.invoice d
  join public.timeline t on t.tenant_id = in_tenant and t.id = d.timeline_id
  cross join (select app.kept_since(in_tenant, 'invoice') as since) s
  where in_kind = 'invoice' and d.tenant_id = in_tenant and d.created_at >= in_from and d.created_at < in_until
  union all
  select 'contract', d.id, d.timeline_id, d.created_at, d.legal_hold is not null,
    d.created_at >= s.since and d.status <> 'draft' or exists (
      select from public.file f where f.tenant_id = in_tenant and f.contract_id = d.id and f.received_by is distinct from 'view'
        and (f.created_at >= s.since and d.status <> 'draft' or f.retain_until >= current_date)),
    greatest(d.updated_at, t.updated_at)
  from public.contract d
  join public.timeline t on t.tenant_id = in_tenant and t.id = d.timeline_id
  cross join (select app.kept_since(in_tenant, 'order') as since) s
  where in_kind = 'contract' and d.tenant_id = in_tenant and d.created_at >= in_from and d.created_at < in_until
$$;
revoke execute on function app.documents_for_deletion(bigint, text, timestamptz, timestamptz) from public;

-- What a deletion would take: of a tenant all its documents, else those of a kind and some days. `in_made_at`: the moment whose data
-- the archive holds that was handed over.
create function app.deletion_preview(in_tenant bigint, in_kind text, in_first date, in_last date, in_made_at timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone text := app.zone_of_tenant(in_tenant);
  from_at timestamptz := coalesce(in_first::timestamp at time zone zone, '-infinity');
  end_at timestamptz := coalesce((in_last + 1)::timestamp at time zone zone, 'infinity');
begin
  if not app.is_operator() then
    raise exception 'permission denied for table document' using errcode = '42501';
  end if;
  return (
    with d as materialized (
      select * from unnest(case in_kind when 'tenant' then array['procurement', 'invoice', 'contract'] else array[in_kind] end) as k (wanted)
        cross join lateral app.documents_for_deletion(in_tenant, k.wanted, from_at, end_at)
    ), going as materialized (select kind, id from d where not is_held)
    select jsonb_build_object(
      'from_at', from_at, 'end_at', end_at,
      'documents', (select count(*) from d),
      'held', (select count(*) from d where is_held),
      'kept', (select count(*) from d where is_kept and not is_held),
      'uncovered', (select count(*) from d where is_kept and not is_held and changed_at > in_made_at),
      -- Of no document, such as exports and their protocols.
      'files_kept', (
        select count(*) from public.file f
        where in_kind = 'tenant' and f.tenant_id = in_tenant and f.retain_until >= current_date
          and num_nonnulls(f.procurement_id, f.invoice_id, f.contract_id) = 0),
      'files_uncovered', (
        select count(*) from public.file f
        where in_kind = 'tenant' and f.tenant_id = in_tenant and f.retain_until >= current_date and f.created_at > in_made_at
          and num_nonnulls(f.procurement_id, f.invoice_id, f.contract_id) = 0),
      'lines', (
        select count(*) from going g join public.procurement_line l on l.tenant_id = in_tenant and l.procurement_id = g.id
        where g.kind = 'procurement')
        + (select count(*) from going g join public.invoice_line l on l.tenant_id = in_tenant and l.invoice_id = g.id
        where g.kind = 'invoice')
        + (select count(*) from going g join public.contract_line l on l.tenant_id = in_tenant and l.contract_id = g.id
        where g.kind = 'contract'),
      'timelines', (select count(*) from going),
      'receipts', (
        select count(*) from going g join public.goods_receipt r on r.tenant_id = in_tenant and r.procurement_id = g.id
        where g.kind = 'procurement'),
      'files', case when in_kind = 'tenant' then (select count(*) from public.file f where f.tenant_id = in_tenant) else (
        select count(*) from going g join public.file f on f.tenant_id = in_tenant
          and case g.kind when 'procurement' then f.procurement_id when 'invoice' then f.invoice_id end = g.id) end,
      'people', (select count(*) from public.lb_user u where in_kind = 'tenant' and u.tenant_id = in_tenant and not u.is_group),
      'billings_open', (
        select count(*) from public.billing b
        where in_kind = 'tenant' and b.tenant_id = in_tenant and b.state in ('open', 'cancelling'))));
end
$$;
revoke execute on function app.deletion_preview(bigint, text, date, date, timestamptz) from public;
grant execute on function app.deletion_preview(bigint, text, date, date, timestamptz) to operator;

-- Lets a job begin, and answers its id. What it may take has been asked before; a tenant must be archived and free of what is held
-- whoever asks.
create function app.start_deletion(in_tenant bigint, in_kind text, in_first date, in_last date, in_sha256 text, in_made_at timestamptz,
  in_preview jsonb) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  started bigint;
  zone text := app.zone_of_tenant(in_tenant);
begin
  if not app.is_operator() or in_kind = 'tenant' and (
      in_tenant = app.tenant_id()
      or not exists (select from public.tenant where id = in_tenant and status = 'archived')
      or exists (select from public.procurement where tenant_id = in_tenant and legal_hold is not null)
      or exists (select from public.invoice where tenant_id = in_tenant and legal_hold is not null)
      or exists (select from public.contract where tenant_id = in_tenant and legal_hold is not null)) then
    raise exception 'permission denied for table tenant' using errcode = '42501';
  end if;
  insert into public.deletion (deleted_tenant_id, kind, name, first_day, last_day, first_at, end_at, operator_tenant_id, operator_id,
      operator_name, archive_sha256, archive_made_at, step, expected)
    select t.id, in_kind, t.name, in_first, in_last, in_first::timestamp at time zone zone, (in_last + 1)::timestamp at time zone zone,
      u.tenant_id, u.id, u.name, in_sha256, in_made_at, case in_kind when 'tenant' then 'count' else 'documents' end,
      case in_kind when 'tenant' then '{}' else in_preview end
    from public.tenant t, public.lb_user u
    where t.id = in_tenant and u.tenant_id = app.tenant_id() and u.id = app.user_id()
    returning id into started;
  perform app.queue_deletion();
  return started;
end
$$;
revoke execute on function app.start_deletion(bigint, text, date, date, text, timestamptz, jsonb) from public;
grant execute on function app.start_deletion(bigint, text, date, date, text, timestamptz, jsonb) to operator;

-- Takes orders or invoices away with everything that is theirs alone. What points to them loses the link and keeps what it shows; its
-- figures are counted anew.
create function app.remove_documents(in_tenant bigint, in_kind text, in_ids bigint[]) returns jsonb
language plpgsql set search_path = '' as $$
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
    where k.contype = 'f' and k.confrelid = 'public.file'::regclass and k.conrelid not in ('public.file_chunk'::regclass, 'public.archive_member'::regclass));
begin
  if in_ids = '{}' then
    return counts;
  end if;
  execute format('select array_agg(timeline_id), array_agg(distinct contract_id) filter (where contract_id is not null)
    from public.%I where tenant_id = $1 and id = any ($2)', in_kind) into timelines, contracts using in_tenant, in_ids;
  -- Every file that one of these documents names, whichever table does.
  execute (
    select format('select array_agg(distinct id) from (select f.id from public.file f where f.tenant_id = $1 and f.%I = any ($2)', column_name)
      || string_agg(format(' union all select r.%I from %s r where r.tenant_id = $1 and r.%I = any ($2) and r.%1$I is not null',
        a.attname, k.conrelid::regclass, case when k.conrelid = format('public.%I', in_kind)::regclass then 'id' else column_name end), '')
      || ') n'
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname <> 'tenant_id'
    where k.contype = 'f' and k.confrelid = 'public.file'::regclass and k.conrelid not in ('public.file_chunk'::regclass, 'public.archive_member'::regclass)
      and (k.conrelid = format('public.%I', in_kind)::regclass or exists (
        select from pg_catalog.pg_attribute o where o.attrelid = k.conrelid and o.attname = column_name)))
    into files using in_tenant, in_ids;
  if in_kind = 'procurement' then
    counterparts := array(
      select id from public.invoice where tenant_id = in_tenant and procurement_id = any (in_ids)
      union
      select i.invoice_id from public.procurement_line l
        join public.invoice_line i on i.tenant_id = in_tenant and i.procurement_line_id = l.id
        where l.tenant_id = in_tenant and l.procurement_id = any (in_ids));
    select count(*) into gone from public.goods_receipt where tenant_id = in_tenant and procurement_id = any (in_ids);
    counts := app.more(counts, 'receipts', gone);
    update public.invoice i set procurement_id = null, order_reference = coalesce(nullif(trim(i.order_reference), ''), (
        select p.order_number_formatted from public.procurement p where p.tenant_id = in_tenant and p.id = i.procurement_id))
      where i.tenant_id = in_tenant and i.procurement_id = any (in_ids);
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
    -- An order that is settled does not become open again because its invoices have served their time.
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
    column_name := case in_kind when 'invoice' then 'procurement' else 'invoice' end;
    perform app.list_documents(in_tenant, column_name, counterparts);
    perform app.keep_budget_amounts(in_tenant, column_name, counterparts);
    perform app.keep_order_movements(in_tenant, column_name, counterparts);
  end if;
  if contracts is not null then
    perform app.list_documents(in_tenant, 'contract', contracts);
  end if;
  return counts;
end
$$;
revoke execute on function app.remove_documents(bigint, text, bigint[]) from public;

-- Takes away documents of a deletion for about so many milliseconds, the oldest first.
create function app.remove_documents_of(in_deletion bigint, in_milliseconds integer) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s' as $$
declare
  d public.deletion;
  until timestamptz := clock_timestamp() + in_milliseconds * interval '1 millisecond';
  page record;
  counted record;
begin
  select * into strict d from public.deletion where id = in_deletion for update;
  if d.kind = 'tenant' or d.state <> 'running' then
    raise exception 'no documents are being deleted' using errcode = '55000';
  end if;
  update public.deletion set working = pg_current_xact_id() where id = in_deletion;
  -- Everything that goes stands in the audit of the tenant under the name of the operator.
  perform set_config('app.tenant_id', d.operator_tenant_id::text, true), set_config('app.user_id', d.operator_id::text, true),
    set_config('app.actor_id', d.operator_id::text, true), set_config('app.is_operator', 'on', true);
  loop
    -- Found anew each time: somebody may have held or changed one meanwhile.
    execute format('select array_agg(id order by created_at, id) as ids, min(created_at) as first_at, max(created_at) as last_at,
        (array_agg(id order by created_at desc, id desc))[1] as last_id
      from (select id, created_at from public.%I where tenant_id = $1 and created_at >= $2 and created_at < $3
        and (created_at, id) > ($4, $5) order by created_at, id limit 10) p', d.kind)
      into page using d.deleted_tenant_id, d.first_at, d.end_at, d.place_at, d.place_id;
    if page.ids is null then
      d.state := 'done';
      d.finished_at := clock_timestamp();
      exit;
    end if;
    execute format('select from public.timeline where tenant_id = $1 and id in (
        select timeline_id from public.%I where tenant_id = $1 and id = any ($2)) order by id for update', d.kind)
      using d.deleted_tenant_id, page.ids;
    for counted in select key, value from jsonb_each_text(app.remove_documents(d.deleted_tenant_id, d.kind, coalesce((
      select array_agg(f.id) from app.documents_for_deletion(d.deleted_tenant_id, d.kind, page.first_at, page.last_at + interval '1 microsecond') f
        where f.id = any (page.ids) and not f.is_held and (not f.is_kept or coalesce(f.changed_at <= d.archive_made_at, false))), '{}')))
    loop
      d.removed := app.more(d.removed, counted.key, counted.value::bigint);
    end loop;
    d.place_at := page.last_at;
    d.place_id := page.last_id;
    exit when clock_timestamp() > until;
  end loop;
  update public.deletion set state = d.state, removed = d.removed, place_at = d.place_at, place_id = d.place_id, working = null,
      worked_at = clock_timestamp(), problem = null, finished_at = d.finished_at
    where id = in_deletion;
end
$$;
revoke execute on function app.remove_documents_of(bigint, integer) from public;

-- Does a short part of a deletion, unless somebody else is at it, and answers whether there is more to do.
create function app.work_deletion(in_deletion bigint, in_milliseconds integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  wanted text;
begin
  select kind into wanted from public.deletion where id = in_deletion and state = 'running' for update skip locked;
  if wanted is null then
    return false;
  elsif wanted = 'tenant' then
    perform app.remove_tenant_rows(in_deletion, in_milliseconds);
  else
    perform app.remove_documents_of(in_deletion, in_milliseconds);
  end if;
  return exists (select from public.deletion where id = in_deletion and state = 'running');
end
$$;
revoke execute on function app.work_deletion(bigint, integer) from public;
grant execute on function app.work_deletion(bigint, integer) to gate;

create function app.queue_deletion() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform graphile_worker.add_job('deletion', job_key => 'deletion', max_attempts => 100);
end
$$;
revoke execute on function app.queue_deletion() from public;
grant execute on function app.queue_deletion() to gate;
