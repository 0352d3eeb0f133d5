-- Waiting invoices of a company, except those not exported by an automatic run on the same day: one attempt a day.
create or replace function app.waits_for_automatic_export(in_tenant bigint, in_client bigint) returns setof bigint
language sql stable set search_path = '' as $$
  select i.id from public.invoice i
  where i.tenant_id = in_tenant and i.client_id = in_client and i.status = 'export' and not i.is_leaving and not exists (
    select from public.invoice_export_entry e
      join public.invoice_export_run r on r.tenant_id = e.tenant_id and r.id = e.invoice_export_run_id
    where e.tenant_id = i.tenant_id and e.invoice_id = i.id and e.state = 'failed' and r.is_automatic
      and app.day_of_tenant(i.tenant_id, e.ended_at) = app.day_of_tenant(i.tenant_id, now()))
$$;
grant execute on function app.waits_for_automatic_export(bigint, bigint) to writer;
