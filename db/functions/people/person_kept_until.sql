-- The last day on which what a leaver did must name the person (ARC-08): ten years for the audit of the leaving (AUD-09),
-- and the retention of every document that the person acted on. Infinity while one of them is held.
create or replace function app.person_kept_until(in_tenant bigint, in_person bigint) returns date
language sql stable security definer set search_path = '' as $$
  select greatest(
    (select app.end_of_retention(app.day_of_tenant(in_tenant, u.updated_at), 10)
       from public.lb_user u where u.tenant_id = in_tenant and u.id = in_person),
    (select max(case when app.is_held(in_tenant, k.procurement_id, k.invoice_id, k.contract_id) then 'infinity'
          else app.kept_until_of(in_tenant, k.created_at, null, k.procurement_id, k.invoice_id, k.contract_id) end)
       from (select d.created_at, case d.kind when 'procurement' then d.id end as procurement_id,
           case d.kind when 'invoice' then d.id end as invoice_id, case d.kind when 'contract' then d.id end as contract_id
         from public.document_person p
         join public.document d on d.tenant_id = p.tenant_id and d.kind = p.kind and d.id = p.document_id
         where p.tenant_id = in_tenant and p.lb_user_id = in_person) k))
$$;
