call app.document_wall('contract', drafts => 'true', amounts => '{total_netto}', ignored => '{search_text}');
create policy audited on contract for select to auditor using (tenant_id = (select app.tenant_id()) and (client_id = (select app.auditor_client())
  and (created_at at time zone (select app.time_zone()))::date <= (select app.auditor_until())
  and (end_date is null or end_date >= (select app.auditor_from()))));
create policy module_on on contract as restrictive for select to reader, reader_price using (app.is_on('contract'));
create policy only_audited on contract as restrictive for select to auditor using (client_id = (select app.auditor_client())
  and (created_at at time zone (select app.time_zone()))::date <= (select app.auditor_until())
  and (end_date is null or end_date >= (select app.auditor_from())));
create constraint trigger announced after update on contract
  deferrable initially deferred for each row execute function app.announce_document();
create trigger counted after insert on contract for each row execute function app.count_fact('document', 'contract', 'id');
create trigger keep_held after delete on contract for each row when (old.legal_hold is not null) execute function app.keep_held();
create trigger keep_invoiced before delete on contract for each row execute function app.keep_invoiced();
create trigger keep_number before update of contract_number on contract
  for each row execute function app.keep_number('contract_number');
create constraint trigger listed_at_end after insert or update on contract deferrable initially deferred for each row execute function app.list_noted_documents();
create trigger note_hand after insert or delete or update on contract for each row when (app.is_acting()) execute function app.note_hand();
create trigger noted_insert after insert on contract referencing new table as changed for each statement execute function app.note_changed_documents();
create trigger noted_update after update on contract referencing new table as changed for each statement execute function app.note_changed_documents();
create trigger persons_forgotten after delete on contract for each row execute function app.forget_document_persons();

call app.child_wall('contract_line', parents => '{contract}', amounts => '{total}');
create policy module_on on contract_line as restrictive for select to reader, reader_price using (app.is_on('contract'));
create constraint trigger listed_at_end after insert or delete or update on contract_line deferrable initially deferred for each row execute function app.list_noted_documents();
create trigger note_hand after insert or delete or update on contract_line for each row when (app.is_acting()) execute function app.note_hand();
create trigger noted_delete after delete on contract_line referencing old table as changed for each statement execute function app.note_changed_documents();
create trigger noted_insert after insert on contract_line referencing new table as changed for each statement execute function app.note_changed_documents();
create trigger noted_update after update on contract_line referencing new table as changed for each statement execute function app.note_changed_documents();

call app.child_wall('contract_reminder', parents => '{contract}', ignored => '{sent_at,checked_on}');
create policy module_on on contract_reminder as restrictive for select to reader, reader_price using (app.is_on('contract'));
create constraint trigger listed_at_end after insert or delete on contract_reminder deferrable initially deferred
  for each row execute function app.list_noted_documents();
create trigger noted_delete after delete on contract_reminder referencing old table as changed
  for each statement execute function app.note_changed_documents();
create trigger noted_insert after insert on contract_reminder referencing new table as changed
  for each statement execute function app.note_changed_documents();
revoke select (checked_on) on contract_reminder from reader, reader_price;

call app.child_wall('contract_term', parents => '{contract}');
create policy module_on on contract_term as restrictive for select to reader, reader_price using (app.is_on('contract'));
create trigger note_hand after insert or delete or update on contract_term for each row when (app.is_acting()) execute function app.note_hand();

-- That a program reads it is no change that is worth an audit row.
call app.wall('contract_calendar', visible => 'lb_user_id = (select app.user_id())', secrets => '{token_hash}',
  ignored => '{read_at}');
create policy at_the_gate on contract_calendar to gate using (true) with check (true);
create policy module_on on contract_calendar as restrictive for select to reader, reader_price
  using (app.is_on('contract'));
grant select on contract_calendar to gate;
grant update (read_at) on contract_calendar to gate;

call app.wall('contract_due_reminder', visible => app.hangs_on('contract_due_reminder', 'contract'), parent => 'contract');
create policy module_on on contract_due_reminder as restrictive for select to reader, reader_price
  using (app.is_on('contract'));
create constraint trigger listed_at_end after insert or update or delete on contract_due_reminder deferrable initially deferred
  for each row execute function app.list_noted_documents();
create trigger noted_delete after delete on contract_due_reminder referencing old table as changed
  for each statement execute function app.note_changed_documents();
create trigger noted_insert after insert on contract_due_reminder referencing new table as changed
  for each statement execute function app.note_changed_documents();
create trigger noted_update after update on contract_due_reminder referencing new table as changed
  for each statement execute function app.note_changed_documents();

call app.wall('contract_letter', visible => app.hangs_on('contract_letter', 'contract'), parent => 'contract');
create policy module_on on contract_letter as restrictive for select to reader, reader_price
  using (app.is_on('contract'));

call app.wall('contract_recognition', visible => app.hangs_on('contract_recognition', 'contract'), ignored => '{raw}',
  parent => 'contract');
create policy module_on on contract_recognition as restrictive for select to reader, reader_price
  using (app.is_on('contract'));

call app.wall('contract_version', visible => app.hangs_on('contract_version', 'contract'), amounts => '{particulars,differences}',
  parent => 'contract');
create policy module_on on contract_version as restrictive for select to reader, reader_price
  using (app.is_on('contract'));
revoke update, delete on contract_version from writer;

call app.child_wall('contract_approver', parents => '{contract}');
create policy module_on on contract_approver as restrictive for select to reader, reader_price using (app.is_on('contract'));
create trigger note_hand after insert or delete or update on contract_approver for each row when (app.is_acting()) execute function app.note_hand();
