-- Whether the person handles suppliers or invoices (`handlesBank` in the server).
create or replace function app.handles_bank() returns boolean language sql stable parallel safe return
  app.has_role('user-can-insert-supplier') or app.has_role('user-can-change-invoices') or app.has_role('user-export-invoice')
  or app.has_role('user-see-all-invoices') or app.has_role('user-see-all-invoices-belonging-to-own-company')
  or coalesce(current_setting('app.auditor_client', true), '') <> '';
grant execute on function app.handles_bank() to reader, reader_price, writer;
