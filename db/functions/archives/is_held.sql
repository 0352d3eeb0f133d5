create or replace function app.is_held(in_tenant bigint, in_procurement bigint, in_invoice bigint, in_contract bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.invoice d where d.tenant_id = in_tenant and d.id = in_invoice and d.legal_hold is not null)
    or exists (select from public.procurement d where d.tenant_id = in_tenant and d.id = in_procurement and d.legal_hold is not null)
    or exists (select from public.contract d where d.tenant_id = in_tenant and d.id = in_contract and d.legal_hold is not null)
$$;
