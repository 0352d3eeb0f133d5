-- Commitments of amendments, and of contracts without a start, change with the day, without a change of the contract.
create or replace function app.list_commitments_of_the_day() returns void
language sql security definer set search_path to '' as $$
  select app.list_documents(app.tenant_id(), 'contract', array(
    select id from public.contract where tenant_id = app.tenant_id() and (amends_id is not null or start_date is null)
      and status = any (app.open_statuses('contract'))), false)
$$;
grant execute on function app.list_commitments_of_the_day() to writer;
