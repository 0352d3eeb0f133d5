-- Who sees all invoices of the company sees what left of them, if exporting is his business at all.
call app.wall('invoice_export_run', visible => app.hangs_on('invoice_export_run', 'client') ||
  ' and (select app.has_role(''user-export-invoice'')) and ((select app.sees_all(''invoice''))
   or client_id = (select app.scope_client(''invoice'')))',
  amounts => '{control_total}', ignored => '{alive_at}');
-- Runs of exports with an invoice that he sees.
create policy audited on invoice_export_run for select to auditor using (tenant_id = (select app.tenant_id()) and (client_id = (select app.auditor_client())
  and exists (select from invoice_export_entry e where e.tenant_id = invoice_export_run.tenant_id
    and e.invoice_export_run_id = invoice_export_run.id)));
create policy module_on on invoice_export_run as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));
-- Runs of exports with an invoice that he sees.
create policy only_audited on invoice_export_run as restrictive for select to auditor using (client_id = (select app.auditor_client())
  and exists (select from invoice_export_entry e where e.tenant_id = invoice_export_run.tenant_id
    and e.invoice_export_run_id = invoice_export_run.id));

-- Whoever sees an invoice sees that it left. The change of the invoice itself is audited.
call app.wall('invoice_export_entry', visible => app.hangs_on('invoice_export_entry', 'invoice'),
  amounts => '{gross,control_amount,bookings}', audited => false);
create policy module_on on invoice_export_entry as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

call app.wall('invoice_export_file', visible => app.hangs_on('invoice_export_file', 'invoice_export_run'));
create policy module_on on invoice_export_file as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

call app.wall('invoice_export_transfer', visible => app.hangs_on('invoice_export_transfer', 'invoice_export_run'),
  secrets => '{taken_by}', audited => false);
create policy module_on on invoice_export_transfer as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

call app.wall('accounting_connection', visible => '(select app.is_admin())', secrets => '{refresh_token,access_token}',
  ignored => '{access_until,warned_at,basics}');
create policy module_on on accounting_connection as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

call app.wall('accounting_sign_in', secrets => '{state_digest,verifier}', audited => false, readable => false);
create policy module_on on accounting_sign_in as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

call app.wall('invoice_creditor_file',
  visible => '(select app.is_admin()) and ' || app.hangs_on('invoice_creditor_file', 'client'));
create policy module_on on invoice_creditor_file as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

call app.wall('invoice_known_creditor', readable => false, audited => false);
create policy module_on on invoice_known_creditor as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));
