-- Company and supplier of an exported invoice can never be changed by anyone (INV-30), since it is reversed as it was
-- exported (EXP-24); the merged record of the supplier counts as the same.
create or replace function app.keep_exported_parties() returns trigger language plpgsql set search_path to '' as $$
begin
  if app.was_exported(old.tenant_id, old.id) and (new.client_id is distinct from old.client_id or not exists (
      select from public.supplier s where s.tenant_id = old.tenant_id and s.id = old.supplier_id and s.merged_into_id = new.supplier_id)) then
    raise exception 'exported_party_fixed' using errcode = '55000',
      column = case when new.client_id is distinct from old.client_id then 'client_id' else 'supplier_id' end;
  end if;
  return new;
end
$$;
