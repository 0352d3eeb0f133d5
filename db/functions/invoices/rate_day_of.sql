-- The day whose rate applies to a document, and whether the rate still follows that day: for an invoice the tax
-- point, else its date, until the check is done; for a request the day of submitting, for a contract the day of
-- completion, until then today.
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
create or replace function app.rate_day_of(in_row public.contract, out day date, out is_open boolean)
language sql stable set search_path = '' as $$
  select (coalesce(made.at, now()) at time zone app.time_zone())::date, made.at is null
  from (select min(e.completed_at) as at from public.timeline_entry e where e.tenant_id = in_row.tenant_id and e.contract_id = in_row.id
    and e.type = 'contract-start' and e.status = 'approved') made
$$;
grant execute on function app.rate_day_of(public.procurement), app.rate_day_of(public.invoice), app.rate_day_of(public.contract) to writer;
