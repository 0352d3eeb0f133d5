-- Whether a file is kept: until the end of the day in the tenant's time zone, not in UTC (GEN-14, TECH-19, ARC-02). A
-- view can be rendered again from its originals at any time; a sample was written by the product, and only a hold keeps
-- it (ONB-03).
create or replace function app.is_kept(in_file file) returns boolean
language sql stable security definer set search_path = ''
return in_file.received_by is distinct from 'view' and (
  in_file.received_by is distinct from 'sample' and coalesce(
    app.kept_until_of(
      in_file.tenant_id, in_file.created_at, in_file.retain_until, in_file.procurement_id, in_file.invoice_id, in_file.contract_id)
      >= app.day_of_tenant(in_file.tenant_id, now()), false)
  or app.is_held(in_file.tenant_id, in_file.procurement_id, in_file.invoice_id, in_file.contract_id));
