-- The register compares table names in its collation, and expressions derived from it use that one unless told
-- otherwise; the indexes do not. Under a policy no index on `rtrim` is used, because that function is not leakproof.
create or replace function app.stands_elsewhere(in_tenant bigint, in_supplier bigint, in_column text, in_value text) returns boolean
language sql stable set search_path to '' set enable_seqscan to off as $$
  select case in_column
    when 'vat_number' then exists (select from public.supplier o
      where o.tenant_id = in_tenant and o.id <> in_supplier and o.vat_number = in_value collate "default")
    when 'vendor_account' then exists (select from public.supplier_client k
      where k.tenant_id = in_tenant and k.supplier_id <> in_supplier and k.vendor_account = in_value collate "default")
    else exists (select from public.supplier o
        where o.tenant_id = in_tenant and o.id <> in_supplier and rtrim(o.external_id, '0') = rtrim(in_value, '0') collate "default")
      or exists (select from public.supplier_client k
        where k.tenant_id = in_tenant and k.supplier_id <> in_supplier and rtrim(k.external_id, '0') = rtrim(in_value, '0') collate "default") end
$$;
