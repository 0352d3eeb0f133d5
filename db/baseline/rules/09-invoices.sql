call app.document_wall('invoice', drafts => 'true', amounts => '{total_netto,total_tax,total_brutto,prepaid_amount,rounding_amount,amount_due,discount_base,discount_1_amount,discount_2_amount}', ignored => '{money_by_ids,taken_off_ids}');
create policy audited on invoice for select to auditor using (tenant_id = (select app.tenant_id()) and (client_id = (select app.auditor_client())
  and (coalesce(invoice_date, (created_at at time zone (select app.time_zone()))::date)
      between (select app.auditor_from()) and (select app.auditor_until())
    or id in (select app.audited_bookings()))));
create policy module_on on invoice as restrictive for select to reader, reader_price using (app.is_on('invoice'));
create policy only_audited on invoice as restrictive for select to auditor using (client_id = (select app.auditor_client())
  and (coalesce(invoice_date, (created_at at time zone (select app.time_zone()))::date)
      between (select app.auditor_from()) and (select app.auditor_until())
    or id in (select app.audited_bookings())));
create constraint trigger announced after update on invoice
  deferrable initially deferred for each row execute function app.announce_document();
create trigger copy_payment_in_advance before insert or update of procurement_id on invoice for each row
  when (new.procurement_id is not null) execute function app.copy_payment_in_advance();
create trigger counted after insert on invoice for each row execute function app.count_fact('document', 'invoice', 'id');
create trigger counted_number after insert or update of running_number on invoice for each row when (new.running_number is not null)
  execute function app.count_fact('invoice', 'invoice', 'id');
create trigger invoiced_deleted after delete on invoice referencing old table as changed
  for each statement execute function app.pass_invoiced_netto();
create trigger invoiced_inserted after insert on invoice referencing new table as changed
  for each statement execute function app.pass_invoiced_netto();
create trigger invoiced_moved after update on invoice referencing old table as changed
  for each statement execute function app.pass_invoiced_netto();
create trigger invoiced_updated after update on invoice referencing new table as changed
  for each statement execute function app.pass_invoiced_netto();
create trigger keep_exported_parties before update of client_id, supplier_id on invoice for each row
  when ((old.client_id, old.supplier_id) is distinct from (new.client_id, new.supplier_id))
  execute function app.keep_exported_parties();
create trigger keep_held after delete on invoice for each row when (old.legal_hold is not null) execute function app.keep_held();
create trigger keep_invoiced before delete on invoice for each row execute function app.keep_invoiced();
create trigger keep_number before update of running_number on invoice for each row execute function app.keep_number('running_number');
create trigger keep_taken_off before update on invoice for each row
  when (old.document_type in ('prepayment', 'credit_note') and (
    app.counts_in_budgets('invoice', old.status) and not app.counts_in_budgets('invoice', new.status)
    or (old.total_netto, old.total_tax, old.total_brutto, old.procurement_id, old.document_type, old.currency, old.corrects_invoice_id)
      is distinct from (new.total_netto, new.total_tax, new.total_brutto, new.procurement_id, new.document_type, new.currency,
        new.corrects_invoice_id)))
  execute function app.keep_taken_off();
create constraint trigger listed_at_end after insert or update on invoice deferrable initially deferred for each row execute function app.list_noted_documents();
create trigger note_hand after insert or delete or update on invoice for each row when (app.is_acting()) execute function app.note_hand();
create trigger note_money_hand before update on invoice for each row
  when ((old.total_netto, old.total_tax, old.total_brutto, old.tax, old.prepaid_amount, old.rounding_amount, old.amount_due, old.currency,
      old.exchange_rate, old.supplier_id, old.iban, old.bic, old.payment_method, old.paid, old.ledger_account_id, old.cost_center_id,
      old.discount_base, old.discount_1_percentage, old.discount_1_amount, old.discount_1_days, old.discount_2_percentage,
      old.discount_2_amount, old.discount_2_days)
    is distinct from (new.total_netto, new.total_tax, new.total_brutto, new.tax, new.prepaid_amount, new.rounding_amount, new.amount_due,
      new.currency, new.exchange_rate, new.supplier_id, new.iban, new.bic, new.payment_method, new.paid, new.ledger_account_id, new.cost_center_id,
      new.discount_base, new.discount_1_percentage, new.discount_1_amount, new.discount_1_days, new.discount_2_percentage,
      new.discount_2_amount, new.discount_2_days))
  execute function app.note_money_hand();
create trigger note_taken_off before insert or update of status, is_leaving on invoice for each row
  when (new.document_type = 'final') execute function app.note_taken_off();
create trigger noted_insert after insert on invoice referencing new table as changed for each statement execute function app.note_changed_documents();
create trigger noted_update after update on invoice referencing new table as changed for each statement execute function app.note_changed_documents();
create trigger own_currency before insert or update of client_id, currency, exchange_rate on invoice
  for each row execute function app.own_currency();
create trigger persons_forgotten after delete on invoice for each row execute function app.forget_document_persons();
revoke select (money_by_ids, taken_off_ids) on invoice from reader, reader_price;

call app.child_wall('invoice_line', parents => '{invoice}',
  amounts => '{unit_net_price,line_allowance,line_charge,total_netto,total_brutto}');
create policy module_on on invoice_line as restrictive for select to reader, reader_price using (app.is_on('invoice'));
create trigger invoiced_deleted after delete on invoice_line referencing old table as changed
  for each statement execute function app.pass_invoiced_netto();
-- What is still open of an order follows the lines of its invoices as well.
create trigger invoiced_inserted after insert on invoice_line referencing new table as changed
  for each statement execute function app.pass_invoiced_netto();
create trigger invoiced_moved after update on invoice_line referencing old table as changed
  for each statement execute function app.pass_invoiced_netto();
create trigger invoiced_updated after update on invoice_line referencing new table as changed
  for each statement execute function app.pass_invoiced_netto();
create constraint trigger listed_at_end after insert or delete or update on invoice_line deferrable initially deferred for each row execute function app.list_noted_documents();
create trigger note_hand after insert or delete or update on invoice_line for each row when (app.is_acting()) execute function app.note_hand();
create trigger note_money_hand after update on invoice_line for each row
  when ((old.kind, old.quantity, old.price_unit, old.unit_net_price, old.line_allowance, old.line_charge, old.total_netto,
      old.tax_percentage, old.tax_category, old.ledger_account_id, old.cost_center_id)
    is distinct from (new.kind, new.quantity, new.price_unit, new.unit_net_price, new.line_allowance, new.line_charge, new.total_netto,
      new.tax_percentage, new.tax_category, new.ledger_account_id, new.cost_center_id))
  execute function app.note_money_hand_of_line();
create trigger note_money_hand_added after insert or delete on invoice_line for each row execute function app.note_money_hand_of_line();
create trigger noted_delete after delete on invoice_line referencing old table as changed for each statement execute function app.note_changed_documents();
create trigger noted_insert after insert on invoice_line referencing new table as changed for each statement execute function app.note_changed_documents();
create trigger noted_update after update on invoice_line referencing new table as changed for each statement execute function app.note_changed_documents();

call app.child_wall('invoice_tax', parents => '{invoice}', amounts => '{net,tax}');
create policy module_on on invoice_tax as restrictive for select to reader, reader_price using (app.is_on('invoice'));
create trigger note_hand after insert or delete or update on invoice_tax for each row when (app.is_acting()) execute function app.note_hand();

call app.wall('mailbox', secrets => '{password}', ignored => '{has_password,last_run_at,last_error,failed_runs,search_text}',
  visible => '(select app.is_admin())');
create policy module_on on mailbox as restrictive for select to reader, reader_price using (app.is_on('invoice'));
create trigger forget_moved_password before update of host, port, tls, protocol on mailbox for each row
  when ((old.host, old.port, old.tls, old.protocol) is distinct from (new.host, new.port, new.tls, new.protocol))
  execute function app.forget_moved_password();

call app.child_wall('invoice_recognition', parents => '{invoice}', amounts => '{raw}', ignored => '{raw,pages_differ}');
create policy module_on on invoice_recognition as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));
create trigger counted after insert or update of state on invoice_recognition for each row when (new.state = 'done')
  execute function app.count_fact('recognition', 'invoice', 'invoice_id');

call app.child_wall('invoice_page', parents => '{invoice}');
create policy module_on on invoice_page as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

call app.wall('mailbox_mail', visible => '(select app.is_admin())', secrets => '{message_key,server_keys,failed_runs}', audited => false);
create policy module_on on mailbox_mail as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));
create trigger forget_former_original after update of file_id on mailbox_mail for each row
  when (old.file_id is not null and old.file_id is distinct from new.file_id) execute function app.forget_original_of_mail();
create trigger forget_original after delete on mailbox_mail for each row when (old.file_id is not null)
  execute function app.forget_original_of_mail();

alter table reading_try enable row level security, force row level security;

call app.child_wall('invoice_approver', parents => '{invoice}');
create policy module_on on invoice_approver as restrictive for select to reader, reader_price using (app.is_on('invoice'));
create trigger note_hand after insert or delete or update on invoice_approver for each row when (app.is_acting()) execute function app.note_hand();
