-- The name of another active supplier identified by a value; null if it is free. Existing duplicates stay, and are
-- listed.
create or replace function app.named_by(in_tenant bigint, in_supplier bigint, in_column text, in_value text, in_client bigint default null) returns text
language sql stable set search_path to '' set enable_seqscan to off as $$
  select o.name from public.supplier o
  -- One index scan per column: a condition over all columns, or a join, would read all suppliers.
  where o.tenant_id = in_tenant and o.active and o.id <> in_supplier and o.id = any (array(
      select s.id from public.supplier s where in_column = 'vat_number' and s.tenant_id = in_tenant and s.vat_number = in_value
      union all select s.id from public.supplier s where in_column = 'iban' and s.tenant_id = in_tenant and s.iban = in_value
      union all select k.supplier_id from public.supplier_client k
        where in_column = 'vendor_account' and k.tenant_id = in_tenant and k.client_id = in_client and k.vendor_account = in_value
      union all select s.id from public.supplier s
        where in_column = 'external_id' and s.tenant_id = in_tenant and rtrim(s.external_id, '0') = rtrim(in_value, '0')
      union all select k.supplier_id from public.supplier_client k
        where in_column = 'external_id' and k.tenant_id = in_tenant and rtrim(k.external_id, '0') = rtrim(in_value, '0')))
    -- The number applies in the company, or in each company without its own number for the supplier.
    and (in_column <> 'external_id' or exists (
      select from public.client c
      left join public.supplier_client k on k.tenant_id = c.tenant_id and k.client_id = c.id and k.supplier_id = o.id
      where c.tenant_id = in_tenant
        and case when in_client is not null then c.id = in_client else not exists (select from public.supplier_client m
          where m.tenant_id = in_tenant and m.supplier_id = in_supplier and m.client_id = c.id and m.external_id is not null) end
        and rpad(coalesce(k.external_id, o.external_id), c.ledger_account_length + 1, '0') = rpad(in_value, c.ledger_account_length + 1, '0')))
  order by o.id limit 1
$$;
