-- An invoice stays in a deletion by days as long as what hangs on it stays (INV-22, INV-31, OP-04): the credit notes that correct it, and
-- the final invoice that has taken it off. What hangs on it and may go as well goes together with it.

-- The invoices that hang on one.
create function app.hanging_invoices(in_tenant bigint, in_id bigint) returns setof bigint
language sql stable set search_path to '' as $$
  select id from public.invoice where tenant_id = in_tenant and corrects_invoice_id = in_id
  union all
  select f.id
  from public.invoice i
  left join public.invoice c on c.tenant_id = i.tenant_id and c.id = i.corrects_invoice_id
  join public.invoice f on f.tenant_id = i.tenant_id and f.procurement_id = coalesce(c.procurement_id, i.procurement_id)
    and i.id = any (f.taken_off_ids)
  where i.tenant_id = in_tenant and i.id = in_id
$$;

-- Invoices with all that hang on them, directly or on others that do.
create function app.with_hanging_invoices(in_tenant bigint, in_ids bigint[]) returns setof bigint
language sql stable set search_path to '' as $$
  with recursive found as (
    select unnest(in_ids) as id
    union
    select hanging.id from found cross join lateral app.hanging_invoices(in_tenant, found.id) as hanging (id)
  )
  select id from found
$$;

-- The invoices on which others hang that do not go.
create function app.needed_invoices(in_tenant bigint, in_going bigint[]) returns setof bigint
language sql stable set search_path to '' as $$
  with recursive needed as (
    select unnest(taken_off_ids || corrects_invoice_id) as id from public.invoice
      where tenant_id = in_tenant and (taken_off_ids is not null or corrects_invoice_id is not null) and id <> all (in_going)
    union
    select unnest(i.taken_off_ids || i.corrects_invoice_id) from needed n
      join public.invoice i on i.tenant_id = in_tenant and i.id = n.id
  )
  select id from needed where id is not null
$$;
grant execute on function app.hanging_invoices(bigint, bigint) to writer;

create or replace function app.is_needed(in_kind text, in_tenant bigint, in_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case in_kind
    when 'procurement' then exists (select from public.invoice where tenant_id = in_tenant and procurement_id = in_id) or exists (
      select from public.procurement_line o join public.invoice_line l on l.tenant_id = in_tenant and l.procurement_line_id = o.id
      where o.tenant_id = in_tenant and o.procurement_id = in_id)
    when 'contract' then exists (select from public.invoice where tenant_id = in_tenant and contract_id = in_id)
    when 'invoice' then exists (select from app.hanging_invoices(in_tenant, in_id))
    else false end
$function$;

create or replace function app.deletion_preview(in_tenant bigint, in_kind text, in_first date, in_last date, in_made_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone text := app.zone_of_tenant(in_tenant);
  from_at timestamptz := coalesce(in_first::timestamp at time zone zone, '-infinity');
  end_at timestamptz := coalesce((in_last + 1)::timestamp at time zone zone, 'infinity');
begin
  if not app.is_operator() then
    raise exception 'permission denied for table document' using errcode = '42501';
  end if;
  return (
    with found as materialized (
      select *, in_kind = 'procurement' and app.is_needed('procurement', in_tenant, id) as has_invoices from unnest(case in_kind when 'tenant' then array['procurement', 'invoice', 'contract'] else array[in_kind] end) as k (wanted)
        cross join lateral app.documents_for_deletion(in_tenant, k.wanted, from_at, end_at)
    ), needed as materialized (
      select id from found where has_invoices
      union
      select n.id from app.needed_invoices(in_tenant, case when in_kind = 'invoice' then array(
        select id from found where not is_held and (not is_kept or coalesce(changed_at <= in_made_at, false))) end) as n (id)
    ), d as materialized (
      select f.*, n.id is not null as is_needed from found f left join needed n on n.id = f.id
    ), going as materialized (select kind, id from d where not is_held and not is_needed)
    select jsonb_build_object(
      'from_at', from_at, 'end_at', end_at,
      'documents', (select count(*) from d),
      'held', (select count(*) from d where is_held),
      'needed', (select count(*) from d where is_needed and not is_held),
      'kept', (select count(*) from d where is_kept and not is_held and not is_needed),
      'uncovered', (select count(*) from d where is_kept and not is_held and not is_needed and changed_at > in_made_at),
      -- Of no document, such as exports and their protocols.
      'files_kept', (
        select count(*) from public.file f
        where in_kind = 'tenant' and f.tenant_id = in_tenant and f.retain_until >= (select app.day_of_tenant(in_tenant, now()))
          and num_nonnulls(f.procurement_id, f.invoice_id, f.contract_id) = 0),
      'files_uncovered', (
        select count(*) from public.file f
        where in_kind = 'tenant' and f.tenant_id = in_tenant and f.retain_until >= (select app.day_of_tenant(in_tenant, now())) and f.created_at > in_made_at
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
$function$;

create or replace function app.remove_documents_of(in_deletion bigint, in_milliseconds integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
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
      using d.deleted_tenant_id,
        case d.kind when 'invoice' then array(select app.with_hanging_invoices(d.deleted_tenant_id, page.ids)) else page.ids end;
    page.ids := array(
      select f.id from app.documents_for_deletion(d.deleted_tenant_id, d.kind, page.first_at, page.last_at + interval '1 microsecond') f
      where f.id = any (page.ids) and not f.is_held and (d.kind <> 'procurement' or not app.is_needed(d.kind, d.deleted_tenant_id, f.id))
        and (not f.is_kept or coalesce(f.changed_at <= d.archive_made_at, false)));
    if d.kind = 'invoice' then
      page.ids := array(
        select distinct hangs from unnest(page.ids) one cross join lateral app.with_hanging_invoices(d.deleted_tenant_id, array[one]) hangs
        where not exists (
          select from app.with_hanging_invoices(d.deleted_tenant_id, array[one]) as hanging (id)
          join public.invoice i on i.tenant_id = d.deleted_tenant_id and i.id = hanging.id
          cross join lateral app.documents_for_deletion(
            d.deleted_tenant_id, d.kind, i.created_at, i.created_at + interval '1 microsecond') f
          where f.id = i.id and (i.created_at < d.first_at or i.created_at >= d.end_at or f.is_held
            or f.is_kept and coalesce(f.changed_at > d.archive_made_at, true))));
    end if;
    for counted in select key, value from jsonb_each_text(app.remove_documents(d.deleted_tenant_id, d.kind, page.ids))
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
$function$;

create or replace function app.remove_sample_documents()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  invoices := array(select unnest(invoices) except select app.needed_invoices(app.tenant_id(), invoices));
  perform app.remove_documents(app.tenant_id(), 'invoice', invoices);
  orders := array(select id from unnest(orders) id where not app.is_needed('procurement', app.tenant_id(), id));
  perform app.remove_documents(app.tenant_id(), 'procurement', orders);
  delete from public.sample_record s where s.tenant_id = app.tenant_id()
    and (s.table_name = 'procurement'
        and not exists (select from public.procurement d where d.tenant_id = s.tenant_id and d.id = s.record_id)
      or s.table_name = 'invoice'
        and not exists (select from public.invoice d where d.tenant_id = s.tenant_id and d.id = s.record_id));
  return cardinality(orders) + cardinality(invoices);
end
$function$;
