-- Who proposed an account for a supplier without a second person confirming it: however it comes again, they are first
-- persons (INV-33).
create or replace function app.proposers_of_account(in_tenant bigint, in_supplier bigint, in_iban text) returns bigint[]
language sql stable set search_path to '' as $$
  select array(select distinct b.proposed_by_id from public.supplier_bank_change b
    where b.tenant_id = in_tenant and b.supplier_id = in_supplier and b.iban = in_iban and b.state <> 'confirmed'
      and b.proposed_by_id is not null)
$$;
grant execute on function app.proposers_of_account(bigint, bigint, text) to writer;
