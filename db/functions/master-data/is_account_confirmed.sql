-- Whether payments to this account of a supplier are allowed: the single check for everything exported (INV-33).
create or replace function app.is_account_confirmed(in_tenant bigint, in_supplier bigint, in_iban text) returns boolean
language sql stable set search_path to '' as $$
  select exists (select from public.supplier_bank_change b
    where b.tenant_id = in_tenant and b.supplier_id = in_supplier and b.iban = in_iban and b.state = 'confirmed')
$$;
grant execute on function app.is_account_confirmed(bigint, bigint, text) to writer;
