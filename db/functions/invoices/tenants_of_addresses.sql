-- The tenants with one of these import addresses for invoices (REC-10). An address shared by two tenants belongs to
-- neither.
create or replace function app.tenants_of_addresses(in_addresses text[]) returns table (tenant_id bigint, is_alone boolean)
language sql stable security definer set search_path = '' as $$
  select t.id, not exists (
      select from public.tenant o where o.id <> t.id and lower(o.import_invoice_email) = lower(t.import_invoice_email))
    from public.tenant t
    where t.status = 'active' and lower(t.import_invoice_email) = any (in_addresses)
$$;
grant execute on function app.tenants_of_addresses(text[]) to gate;
