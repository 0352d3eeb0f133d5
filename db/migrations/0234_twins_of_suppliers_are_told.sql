-- Whoever saves or imports a supplier is told that another one has the same VAT id, tax number or account (ADM-22), also one that waits
-- or is inactive: so many of his suppliers have such a twin.
create function app.note_twins() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  if exists (select from public.supplier o where o.tenant_id = new.tenant_id and o.id <> new.id and o.merged_into_id is null
      and (o.vat_number = new.vat_number or o.tax_number = new.tax_number or o.iban = new.iban))
    or exists (select from public.supplier_bank_change b
      where b.tenant_id = new.tenant_id and b.iban = new.iban and b.supplier_id <> new.id and b.state = 'pending') then
    perform set_config('app.twins', (coalesce(nullif(current_setting('app.twins', true), ''), '0')::integer + 1)::text, true);
  end if;
  return new;
end
$$;
-- Named before what holds an account back: it looks at what was wanted.
create trigger guard_twins before insert on supplier for each row
  when (current_user = 'writer' and coalesce(new.vat_number, new.tax_number, new.iban) is not null) execute function app.note_twins();
create trigger guard_twins_of_changed before update of vat_number, tax_number, iban on supplier for each row
  when (current_user = 'writer' and (new.vat_number, new.tax_number, new.iban) is distinct from (old.vat_number, old.tax_number, old.iban))
  execute function app.note_twins();
