-- Accounts of initial data, those older than this rule, and those paid to before count as confirmed. Foreign accounts
-- without payments are checked once. Filling an installation writes rows of several tenants in one transaction.
create or replace function app.note_standing_account() returns trigger language plpgsql security definer
  set search_path to '' set app.tenant_id to '' as $$
begin
  insert into public.supplier_bank_change (tenant_id, supplier_id, iban, bic, state, at_once, decided_at)
    select new.tenant_id, new.id, new.iban, new.bic, 'confirmed', true, now()
    where not app.is_account_confirmed(new.tenant_id, new.id, new.iban);
  return null;
end
$$;
