-- Whether an amount counts for the reader: for an auditor only those of the company.
create or replace function app.counts_for_reader(in_amount public.budget_amount) returns boolean
language sql stable security definer set search_path to '' as $$
  select app.auditor_client() is null or exists (select from public.document d
    where d.tenant_id = in_amount.tenant_id and d.client_id = app.auditor_client()
      and case when in_amount.invoice_id is not null then d.kind = 'invoice' and d.id = in_amount.invoice_id
        else d.kind = 'procurement' and d.id = in_amount.procurement_id end)
$$;
