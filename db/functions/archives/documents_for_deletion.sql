-- Documents of some days with the facts that decide on their deletion: held ones never; those within their retention
-- only after an archive of them was handed over, and only if unchanged since. Drafts have no retention, nor have
-- invoices that were never read or edited.
create or replace function app.documents_for_deletion(in_tenant bigint, in_kind text, in_from timestamptz, in_until timestamptz)
returns table(kind text, id bigint, timeline_id bigint, created_at timestamptz, is_held boolean, is_kept boolean, changed_at timestamptz)
language sql
stable
set search_path to '' as $$
  select 'procurement', d.id, d.timeline_id, d.created_at, d.legal_hold is not null,
    d.created_at >= s.since and d.status <> 'draft' or exists (
      select from public.file f where f.tenant_id = in_tenant and f.procurement_id = d.id and f.received_by is distinct from 'view'
        and (f.created_at >= s.since and d.status <> 'draft' or f.retain_until >= (select app.day_of_tenant(in_tenant, now())))),
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
          and (f.created_at >= s.since or f.retain_until >= (select app.day_of_tenant(in_tenant, now()))))),
    greatest(d.updated_at, t.updated_at)
  from public.invoice d
  join public.timeline t on t.tenant_id = in_tenant and t.id = d.timeline_id
  cross join (select app.kept_since(in_tenant, 'invoice') as since) s
  where in_kind = 'invoice' and d.tenant_id = in_tenant and d.created_at >= in_from and d.created_at < in_until
  union all
  select 'contract', d.id, d.timeline_id, d.created_at, d.legal_hold is not null,
    d.created_at >= s.since and d.status <> 'draft' or exists (
      select from public.file f where f.tenant_id = in_tenant and f.contract_id = d.id and f.received_by is distinct from 'view'
        and (f.created_at >= s.since and d.status <> 'draft' or f.retain_until >= (select app.day_of_tenant(in_tenant, now())))),
    greatest(d.updated_at, t.updated_at)
  from public.contract d
  join public.timeline t on t.tenant_id = in_tenant and t.id = d.timeline_id
  cross join (select app.kept_since(in_tenant, 'order') as since) s
  where in_kind = 'contract' and d.tenant_id = in_tenant and d.created_at >= in_from and d.created_at < in_until
$$;
