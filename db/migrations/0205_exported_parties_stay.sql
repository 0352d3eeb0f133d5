-- Whether an invoice has left at least once in a run that was not withdrawn (INV-30).
create function app.was_exported(in_tenant bigint, in_invoice bigint) returns boolean
language sql stable set search_path to '' as $$
  select exists (select from public.invoice_export_entry
    where tenant_id = in_tenant and invoice_id = in_invoice and state = 'exported' and not is_reversal)
$$;
grant execute on function app.was_exported(bigint, bigint) to writer;

-- What was exported is booked in the same company and for the same supplier for ever, whoever writes (INV-30).
create function app.keep_exported_parties() returns trigger language plpgsql set search_path to '' as $$
begin
  if app.was_exported(old.tenant_id, old.id) then
    raise exception 'exported_party_fixed' using errcode = '55000',
      column = case when new.client_id is distinct from old.client_id then 'client_id' else 'supplier_id' end;
  end if;
  return new;
end
$$;
create trigger keep_exported_parties before update of client_id, supplier_id on invoice for each row
  when ((old.client_id, old.supplier_id) is distinct from (new.client_id, new.supplier_id))
  execute function app.keep_exported_parties();
