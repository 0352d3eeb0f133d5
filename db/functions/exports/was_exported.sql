-- Whether an invoice was exported at least once in a run that was not withdrawn (INV-30).
create or replace function app.was_exported(in_tenant bigint, in_invoice bigint) returns boolean
language sql stable set search_path to '' as $$
  select exists (select from public.invoice_export_entry
    where tenant_id = in_tenant and invoice_id = in_invoice and state = 'exported' and not is_reversal)
$$;
grant execute on function app.was_exported(bigint, bigint) to writer;
