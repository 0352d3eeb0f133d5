-- Ids of the invoices posted in the auditor's period, whatever their invoice date.
create or replace function app.audited_bookings() returns setof bigint
language sql stable security definer set search_path = '' as $$
  select e.invoice_id from public.invoice_export_entry e
    where e.tenant_id = app.tenant_id() and e.booked_on between app.auditor_from() and app.auditor_until()
$$;
grant execute on function app.audited_bookings() to auditor;
