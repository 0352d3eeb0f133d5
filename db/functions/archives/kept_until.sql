create or replace function app.kept_until(in_created timestamptz, in_stored date,
  in_procurement bigint, in_invoice bigint, in_contract bigint) returns date
language sql stable security definer set search_path = ''
return app.kept_until_of(app.tenant_id(), in_created, in_stored, in_procurement, in_invoice, in_contract);
grant execute on function app.kept_until(timestamptz, date, bigint, bigint, bigint) to reader, reader_price, writer;
