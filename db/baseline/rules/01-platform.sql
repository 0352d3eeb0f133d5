alter table tenant enable row level security, force row level security;
-- The gate: login, sessions, mails and jobs before (or without) a person.
create policy at_the_gate on tenant for select to gate using (true);
create policy operator_wall on tenant to operator using ((select app.is_operator())) with check ((select app.is_operator()));
create policy own_settings on tenant for update to writer using (id = (select app.tenant_id())) with check (id = (select app.tenant_id()));
create policy own_tenant on tenant for select to reader, reader_price, writer using (id = (select app.tenant_id()));
-- A tenant that is deleted takes its audit along; what remains is its closing record (`app.close_audit`).
create trigger audit after insert or update on tenant for each row execute function app.write_audit('{}',
  '{base_price_document,base_price_procurement,base_price_invoice,extra_price_document,extra_price_procurement,extra_price_invoice,recognition_unit_price}',
  '{}', 'tenant');
create trigger closes_audit before delete on tenant for each row execute function app.close_audit();
-- AUTH-29: bank data are the mandate, too, and who checks them; roles are the default persons of the steps, too; and
-- limits are what a company makes of them and who approves.
create trigger guard_four_eyes before update on tenant for each row
  execute function app.guard_four_eyes('account', 'holder', 'bic', 'bank_code', 'iban', 'bank_name', 'sepa_agreement',
    'sepa_agreement_date', 'sepa_mandate_reference', 'sepa_creditor_id', 'sepa_scheme', 'sepa_last_use',
    'sepa_prenotification_days');
create trigger guard_own_tenant before update of status on tenant
  for each row when (new.status <> old.status) execute function app.guard_own_tenant();
create trigger keep_deleting before update on tenant for each row execute function app.keep_deleting();
create trigger moved after update of status on tenant
  for each row when (new.status <> old.status) execute function app.move_tenant();
create trigger names_apart before insert or update of name on tenant for each row execute function app.keep_tenant_names_apart();
create trigger rename_in_main_language after update of main_language on tenant
  for each row when (new.main_language <> old.main_language) execute function app.rename_in_main_language();
create trigger renew_mandate before update of sepa_mandate_reference on tenant for each row
  when (trim(new.sepa_mandate_reference) is distinct from trim(old.sepa_mandate_reference)) execute function app.renew_mandate();
create trigger security_control after update on tenant for each row execute function app.log_control('account', 'holder', 'bic', 'bank_code', 'iban', 'bank_name', 'sepa_agreement', 'sepa_agreement_date', 'sepa_mandate_reference', 'sepa_creditor_id', 'sepa_scheme', 'sepa_last_use', 'sepa_prenotification_days');
create trigger touch before update on tenant for each row execute function app.touch();
grant select on tenant to writer;
grant select, insert, update on tenant to operator;
grant select (id, name, main_language, default_decimal_places, status, billing_name, billing_consignee, street, zipcode, city, state, country, phone, contact_email, billing_email, import_invoice_email, created_at, updated_at) on tenant to reader, reader_price;
grant select (id, name, main_language, status, billing_name) on tenant to gate;
grant update (main_language, default_decimal_places, account, holder, bic, bank_code, iban, bank_name, billing_name, billing_consignee, street, zipcode, city, state, country, phone, contact_email, billing_email, import_invoice_email, sepa_agreement, sepa_agreement_date, sepa_mandate_reference, sepa_scheme) on tenant to writer;

call app.wall('transaction', visible => 'lb_user_id = (select app.user_id()) or (select app.is_admin())',
  amounts => '{variables,response}', audited => false);

call app.wall('command_log', readable => false, audited => false);

-- A lock tells that somebody edits a document; only who sees the document learns it.
call app.wall('record_lock', audited => false, visible =>
  'exists (select from timeline t where t.tenant_id = record_lock.tenant_id and t.id = record_lock.foreign_id)');

call app.wall('number_counter', readable => false, audited => false);

call app.wall('job', visible => 'lb_user_id = (select app.user_id()) or (select app.is_admin())',
  secrets => '{input,actor_id,failure,discarded_at}', audited => false);
create policy at_the_gate on job to gate using (true) with check (true);
revoke select (failed_attempts, ended_attempts) on job from reader, reader_price;
grant select, update on job to gate;

alter table worker enable row level security, force row level security;
create policy at_the_gate on worker to gate using (true) with check (true);
grant select, insert, update, delete on worker to gate;

-- A file is visible with its document, files of master data to everybody (signatures to their person), files of exports
-- to whoever sees the run, and one without a place to whoever brought it.
call app.wall('file', visible =>
  '(not shows_amounts or (select app.has_role(''user-price'')))
   and (procurement_id is not null and exists (select from procurement d where d.tenant_id = file.tenant_id and d.id = file.procurement_id)
     or invoice_id is not null and exists (select from invoice d where d.tenant_id = file.tenant_id and d.id = file.invoice_id)
     or contract_id is not null and exists (select from contract d where d.tenant_id = file.tenant_id and d.id = file.contract_id)
     or is_master_data and (purpose is distinct from ''signature'' or (select app.is_admin())
       or exists (select from lb_user u where u.tenant_id = file.tenant_id and u.id = (select app.user_id()) and u.signature_file_id = file.id))
     or received_by = ''export'' and exists (select from invoice_export_file e where e.tenant_id = file.tenant_id and e.file_id = file.id)
     or num_nonnulls(procurement_id, invoice_id, contract_id) = 0 and created_by_id = (select app.user_id()))');
-- Files of creditors are for whoever sees that they were written.
create policy creditor_file on file for select to reader, reader_price
  using (tenant_id = (select app.tenant_id()) and received_by = 'export' and exists (
    select from invoice_creditor_file c where c.tenant_id = file.tenant_id and c.file_id = file.id));
create policy original_of_mail on file for select to reader, reader_price
  using (tenant_id = (select app.tenant_id()) and received_by = 'mailbox'
    and exists (select from mailbox_mail m where m.tenant_id = file.tenant_id and m.file_id = file.id));
create trigger keep_original after update or delete on file for each row
  when (old.retain_until is not null or num_nonnulls(old.procurement_id, old.invoice_id, old.contract_id) > 0)
  execute function app.keep_original();

-- Files: visible with the document they belong to; the policies on documents come with the documents.
call app.wall('file_chunk', visible => 'exists (select from file f where f.tenant_id = file_chunk.tenant_id and f.id = file_chunk.file_id)',
  audited => false);
create trigger keep_original_bytes after update or delete on file_chunk
  for each row execute function app.keep_original_bytes();

call app.wall('mail', readable => false, audited => false);
create policy at_the_gate on mail to gate using (true) with check (true);
grant select, insert, update on mail to gate;

call app.wall('mail_attachment', readable => false, audited => false);

alter table global_configuration enable row level security, force row level security;
create policy everybody_reads on global_configuration for select to reader, reader_price, writer using (true);
create policy operator_wall on global_configuration to operator using ((select app.is_operator())) with check ((select app.is_operator()));
create trigger audit after insert or update or delete on global_configuration
  for each row execute function app.write_audit('{}', '{}', '{}', 'global_configuration');
grant select on global_configuration to reader, reader_price, writer;
grant select, insert, update, delete on global_configuration to operator;

call app.wall('location', ignored => '{search_text}');
create trigger keep_named_number before insert or update of number, active on location for each row
  when (current_user = 'writer') execute function app.keep_named_number('number');

-- Passwords are write-only (TECH-07); every other setting is open to the people of the tenant (API-06).
call app.wall('configuration', visible =>
  'model <> ''password'' and (client_id is null or ' || app.hangs_on('configuration', 'client') || ')');
create trigger count_documents_waiting after insert or update or delete on configuration for each row
  when (current_user = 'writer') execute function app.count_documents_under_setting();
create trigger hold_control before insert or delete or update on configuration for each row when (current_user = 'writer'::name) execute function app.hold_control();
create trigger known_time_zone before insert or update of value, key on configuration for each row
  when (new.key = 'timezone' and new.value is not null) execute function app.keep_time_zone();
create trigger zoned_delete after delete on configuration referencing old table as changed
  for each statement execute function app.budget_days_of_zone();
create trigger zoned_insert after insert on configuration referencing new table as changed
  for each statement execute function app.budget_days_of_zone();
create trigger zoned_update after update on configuration referencing new table as changed
  for each statement execute function app.budget_days_of_zone();

alter table node enable row level security, force row level security;
create policy at_the_gate on node to gate using (true) with check (true);
grant select, insert, update, delete on node to gate;

call app.wall('tenant_storage', audited => false, readable => false);
revoke insert, update, delete on tenant_storage from writer;

alter table scheduled_task enable row level security, force row level security;
