-- A mandate used by the provider expires 36 months after its last use.
create or replace function app.use_mandate() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.tenant t set sepa_last_use = greatest(t.sepa_last_use, (b.debit ->> 'day')::date)
    from public.billing b
    where b.tenant_id = new.tenant_id and b.id = new.billing_id and t.id = new.tenant_id
      and b.debit ->> 'mandate' = trim(t.sepa_mandate_reference)
      and (t.sepa_last_use is null or t.sepa_last_use < (b.debit ->> 'day')::date);
  return null;
end
$$;
