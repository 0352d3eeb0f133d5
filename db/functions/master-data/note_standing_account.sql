-- What an installation is filled with, and what stood before this rule, counts as it stands; so does what was paid
-- to before. Accounts abroad to which nothing was paid are looked at once.
-- Whoever fills an installation writes rows of several tenants in one transaction.
create or replace function app.note_standing_account() returns trigger language plpgsql security definer
  set search_path to '' set app.tenant_id to '' as $$
begin
  insert into public.supplier_bank_change (tenant_id, supplier_id, iban, bic, state, at_once, decided_at)
    select new.tenant_id, new.id, new.iban, new.bic, 'confirmed', true, now()
    where not app.is_account_confirmed(new.tenant_id, new.id, new.iban);
  return null;
end
$$;
