-- What a deletion would remove: all documents of a tenant, or those of a kind and some days. `in_made_at`: the moment
-- of the data in the handed-over archive.
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
      -- Files without a document, such as exports and their protocols.
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
grant execute on function app.deletion_preview(bigint, text, date, date, timestamptz) to operator;
