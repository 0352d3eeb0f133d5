-- Reports that a saved or imported supplier shares a VAT id, tax number or account with another one (ADM-22),
-- including waiting or inactive ones; the count is the number of such suppliers.
create or replace function app.note_twins() returns trigger language plpgsql security definer
  set search_path to '' set enable_seqscan to off as $$
declare
  named jsonb;
begin
  if exists (
    select from public.supplier o where o.tenant_id = new.tenant_id and o.id <> new.id and o.merged_into_id is null and o.vat_number = new.vat_number
    union all select from public.supplier o where o.tenant_id = new.tenant_id and o.id <> new.id and o.merged_into_id is null and o.tax_number = new.tax_number
    union all select from public.supplier o where o.tenant_id = new.tenant_id and o.id <> new.id and o.merged_into_id is null and o.iban = new.iban
    union all select from public.supplier_bank_change b
      where b.tenant_id = new.tenant_id and b.iban = new.iban and b.supplier_id <> new.id and b.state = 'pending') then
    perform set_config('app.twins', (coalesce(nullif(current_setting('app.twins', true), ''), '0')::integer + 1)::text, true);
    -- An import names the first of them.
    named := coalesce(nullif(current_setting('app.twin_names', true), ''), '[]')::jsonb;
    if jsonb_array_length(named) < 10 then
      perform set_config('app.twin_names', (named || to_jsonb(new.name))::text, true);
    end if;
  end if;
  return new;
end
$$;
