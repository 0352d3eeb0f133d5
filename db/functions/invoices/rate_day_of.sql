-- The day by whose rate a document is counted, and whether its rate may still follow that day: an invoice by its tax point, else
-- its date, until its check is over; a request by its submit, until then by today.
create or replace function app.rate_day_of(in_row public.procurement, out day date, out is_open boolean)
language sql stable set search_path = '' as $$
  select (coalesce(in_row.submitted_at, now()) at time zone app.time_zone())::date, in_row.submitted_at is null
$$;

create or replace function app.rate_day_of(in_row public.invoice, out day date, out is_open boolean)
language sql stable set search_path = '' as $$
  select coalesce(in_row.vat_due_date, in_row.invoice_date), not exists (
    select from public.timeline_entry e where e.tenant_id = in_row.tenant_id and e.invoice_id = in_row.id
      and e.type = 'invoice-manual-check' and e.status = 'approved')
$$;
grant execute on function app.rate_day_of(public.procurement), app.rate_day_of(public.invoice) to writer;
