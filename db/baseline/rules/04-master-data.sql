call app.wall('permission', ignored => '{search_text}');
create policy at_the_gate on permission for select to gate using (true);
create policy module_on on permission as restrictive for select to reader, reader_price using (app.is_on('permissions'));
create trigger keep_guarding before delete on permission for each row
  when (current_user = 'writer') execute function app.keep_guarding();
grant select on permission to gate;

call app.wall('permission_user');
create policy at_the_gate on permission_user for select to gate using (true);
create policy module_on on permission_user as restrictive for select to reader, reader_price using (app.is_on('permissions'));
create policy only_audited on permission_user as restrictive for select to auditor
  using (lb_user_id not in (select app.people_of_others()));
create trigger security_control after insert or update or delete on permission_user
  for each row execute function app.log_control();
grant select on permission_user to gate;

call app.permission_wall('client');
create policy audited on client for select to auditor using (tenant_id = (select app.tenant_id()) and (id = (select app.auditor_client())));
create policy only_audited on client as restrictive for select to auditor using (id = (select app.auditor_client()));
create policy operator_wall on client for select to operator using ((select app.is_operator()));
create trigger count_documents_waiting after update on client referencing old table as was new table as now_is for each statement execute function app.count_documents_waiting();
-- Before `hold_control` puts the old value back.
create trigger fixed_currency before update of currency on client for each row
  when (old.currency is distinct from new.currency and current_user = 'writer') execute function app.keep_currency();
create trigger hold_control before insert or delete or update on client for each row when (current_user = 'writer'::name) execute function app.hold_control();
create constraint trigger keep_delivery_address after insert on client deferrable initially deferred
  for each row when (current_user = 'writer') execute function app.keep_delivery_address();
create trigger own_currency after update of currency on client
  for each row when (old.currency is distinct from new.currency) execute function app.own_currency_of_company();
create trigger purpose_of_letterhead_file_id after insert on client for each row when (new.letterhead_file_id is not null) execute function app.check_file_purpose('letterhead_file_id', 'image');
create trigger purpose_of_logo_file_id after insert on client for each row when (new.logo_file_id is not null) execute function app.check_file_purpose('logo_file_id', 'image');
create trigger purpose_of_new_letterhead_file_id after update of letterhead_file_id on client for each row when (new.letterhead_file_id is not null and new.letterhead_file_id is distinct from old.letterhead_file_id) execute function app.check_file_purpose('letterhead_file_id', 'image');
create trigger purpose_of_new_logo_file_id after update of logo_file_id on client for each row when (new.logo_file_id is not null and new.logo_file_id is distinct from old.logo_file_id) execute function app.check_file_purpose('logo_file_id', 'image');
grant select (tenant_id, id, name) on client to operator;

-- Right 18 of ROLE-01: without it one sees the addresses of the own company, and those that a document names which one
-- sees: it shows where the goods go.
call app.wall('client_address', visible =>
  'exists (select from client c where c.tenant_id = client_address.tenant_id and c.id = client_address.client_id)
   and ((select app.has_role(''user-see-client-addresses''))
     or client_id = (select app.client_id())
     or exists (select from procurement p
          where p.tenant_id = client_address.tenant_id and p.delivery_address_id = client_address.id))', ignored => '{search_text}', parent => 'client');
create trigger count_documents_waiting after update on client_address referencing old table as was new table as now_is for each statement execute function app.count_documents_waiting();
create constraint trigger keep_delivery_address after delete or update of client_id on client_address
  deferrable initially deferred
  for each row when (current_user = 'writer') execute function app.keep_delivery_address();

call app.permission_wall('department');
-- Master data that permission groups keep from others explain the documents, as in the export.
create policy audited on department for select to auditor using (tenant_id = (select app.tenant_id()) and (true));
create policy only_audited on department as restrictive for select to auditor
  using (id not in (select app.of_other_companies('department')));
create or replace trigger audit after insert or delete or update on department for each row execute function app.write_audit('{}', '{}', '{search_text}', 'department');
create trigger count_documents_waiting after update on department referencing old table as was new table as now_is for each statement execute function app.count_documents_waiting();
create trigger hold_control before insert or delete or update on department for each row when (current_user = 'writer'::name) execute function app.hold_control();
create trigger keep_main_name before insert or update of name, translations on department
  for each row execute function app.keep_main_name();
create trigger keep_named_number before insert or update of code, client_id, active on department for each row
  when (current_user = 'writer') execute function app.keep_named_number('code', 'client_id');

call app.permission_wall('cost_center');
create policy audited on cost_center for select to auditor using (tenant_id = (select app.tenant_id()) and (true));
create policy only_audited on cost_center as restrictive for select to auditor
  using (id not in (select app.of_other_companies('cost_center')));
create or replace trigger audit after insert or delete or update on cost_center for each row execute function app.write_audit('{}', '{}', '{search_text}', 'cost_center');
create trigger count_documents_waiting after update on cost_center referencing old table as was new table as now_is for each statement execute function app.count_documents_waiting();
create trigger keep_main_name before insert or update of name, translations on cost_center
  for each row execute function app.keep_main_name();

call app.wall('ledger_account', ignored => '{search_text}');
create trigger count_documents_waiting after update on ledger_account referencing old table as was new table as now_is for each statement execute function app.count_documents_waiting();

call app.wall('posting_key', ignored => '{search_text}');
create trigger count_documents_waiting after update on posting_key referencing old table as was new table as now_is for each statement execute function app.count_documents_waiting();

call app.wall('profit_center', ignored => '{search_text}');
create trigger count_documents_waiting after update on profit_center referencing old table as was new table as now_is for each statement execute function app.count_documents_waiting();

call app.wall('tax_group', visible => app.hangs_on('tax_group', 'client'), ignored => '{search_text}');
create trigger count_documents_waiting after update on tax_group referencing old table as was new table as now_is for each statement execute function app.count_documents_waiting();

call app.wall('tax_item_group', visible => app.hangs_on('tax_item_group', 'client'), ignored => '{search_text}');
create trigger count_documents_waiting after update on tax_item_group referencing old table as was new table as now_is for each statement execute function app.count_documents_waiting();

call app.wall('financial_dimension', visible => app.hangs_on('financial_dimension', 'client'), ignored => '{search_text}');
create trigger count_documents_waiting after update on financial_dimension referencing old table as was new table as now_is for each statement execute function app.count_documents_waiting();

call app.permission_wall('supplier');
create policy audited on supplier for select to auditor using (tenant_id = (select app.tenant_id()) and (true));
create policy only_audited on supplier as restrictive for select to auditor
  using (id not in (select app.of_other_companies('supplier')));
create or replace trigger audit after insert or delete or update on supplier for each row execute function app.write_audit('{}', '{}', '{search_text}', 'supplier');
create trigger count_documents_waiting after update on supplier referencing old table as was new table as now_is for each statement execute function app.count_documents_waiting();
create trigger guard_four_eyes before insert or update or delete on supplier for each row
  execute function app.guard_four_eyes('iban', 'bic', 'bank');
create trigger guard_merging before update of merged_into_id on supplier for each row
  when (current_user = 'writer' and new.merged_into_id is distinct from old.merged_into_id) execute function app.guard_merging();
create trigger guard_merging_of_new before insert on supplier for each row
  when (current_user = 'writer' and new.merged_into_id is not null) execute function app.guard_merging();
-- An account that is another supplier's is refused when it is proposed for a supplier who is there, as a number is, and not only to whoever
-- would confirm it (ADM-23). That of a new one waits and is told, so that it does not hold up all the others of an import.
create trigger guard_name_of_account before update of iban, active on supplier for each row
  when (current_user = 'writer') execute function app.keep_names_of_supplier('iban');
-- What is wanted is looked at before it waits (guard), an account when it becomes his (keep): until then it is told where else it stands.
create trigger guard_names before insert or update of external_id, vat_number, active on supplier for each row
  when (current_user = 'writer') execute function app.keep_names_of_supplier('external_id', 'vat_number');
-- Named before what holds an account back: it looks at what was wanted.
create trigger guard_twins before insert on supplier for each row
  when (current_user = 'writer' and coalesce(new.vat_number, new.tax_number, new.iban) is not null) execute function app.note_twins();
create trigger guard_twins_of_changed before update of vat_number, tax_number, iban on supplier for each row
  when (current_user = 'writer' and (new.vat_number, new.tax_number, new.iban) is distinct from (old.vat_number, old.tax_number, old.iban))
  execute function app.note_twins();
-- Named behind the guard of four eyes, which looks at what was wanted (AUTH-29).
create trigger hold_bank_change before update on supplier for each row
  when (current_user = 'writer' and (new.iban is distinct from old.iban or new.bic is distinct from old.bic))
  execute function app.hold_bank_change();
create trigger hold_control before insert or update or delete on supplier for each row
  when (current_user = 'writer') execute function app.hold_control();
create trigger hold_first_account before insert on supplier for each row
  when (current_user = 'writer' and new.iban is not null) execute function app.hold_bank_change();
create trigger keep_account before insert or update of iban, active on supplier for each row
  when (current_user = 'writer') execute function app.keep_names_of_supplier('iban');
-- Named behind the register, which keeps the row as it is while the change waits.
create trigger keep_merged_inactive before update of merged_into_id on supplier for each row
  when (new.merged_into_id is not null) execute function app.deactivate_merged();
create trigger keep_named_number before insert or update of supplier_number, active on supplier for each row
  when (current_user = 'writer') execute function app.keep_named_number('supplier_number');
create trigger move_to_merged after update of merged_into_id on supplier for each row
  when (old.merged_into_id is null and new.merged_into_id is not null) execute function app.move_to_merged();
create trigger note_standing_account after insert or update of iban on supplier for each row
  when (current_user <> 'writer' and left(new.iban, 2) = new.country) execute function app.note_standing_account();
create trigger pass_supplier_text after update of name on supplier
  for each row when (old.name is distinct from new.name) execute function app.pass_supplier_text();
create trigger security_control after insert or delete or update on supplier for each row execute function app.log_control('iban', 'bic', 'bank');
create trigger void_outgrown_accounts before delete or update of name, country, supplier_number, external_id, vat_number, tax_number, active
  on supplier for each row execute function app.void_outgrown_accounts();

call app.wall('supplier_client', parent => 'supplier', visible => app.hangs_on('supplier_client', 'supplier', 'client'));
create trigger guard_names before insert or update of supplier_id, client_id, external_id, vendor_account on supplier_client for each row
  when (current_user = 'writer') execute function app.keep_names_in_company();
create trigger hold_control before insert or update or delete on supplier_client for each row
  when (current_user = 'writer') execute function app.hold_control();
create trigger void_outgrown_accounts before insert or delete or update of external_id, vendor_account, client_id
  on supplier_client for each row execute function app.void_outgrown_accounts();

call app.permission_wall('product_group');
create policy audited on product_group for select to auditor using (tenant_id = (select app.tenant_id()) and (true));
create or replace trigger audit after insert or delete or update on product_group for each row execute function app.write_audit('{}', '{}', '{search_text}', 'product_group');
create trigger count_documents_waiting after update on product_group referencing old table as was new table as now_is for each statement execute function app.count_documents_waiting();
create trigger hold_control before insert or delete or update on product_group for each row when (current_user = 'writer'::name) execute function app.hold_control();
create trigger keep_main_name before insert or update of name, translations on product_group
  for each row execute function app.keep_main_name();

call app.wall('product', visible => '(product_group_id is null or exists (select from product_group g where g.tenant_id = product.tenant_id and g.id = product.product_group_id))
    and (supplier_id is null or exists (select from supplier s where s.tenant_id = product.tenant_id and s.id = product.supplier_id))', amounts => '{price_netto,price_brutto}', ignored => '{search_text,starts_text,supplier_text}');
create trigger count_documents_waiting after update on product referencing old table as was new table as now_is for each statement execute function app.count_documents_waiting();
create trigger keep_named_number before insert or update of item_number, supplier_id, active on product for each row
  when (current_user = 'writer') execute function app.keep_named_number('item_number', 'supplier_id');
create trigger purpose_of_image_file_id after insert on product for each row when (new.image_file_id is not null) execute function app.check_file_purpose('image_file_id', 'image');
create trigger purpose_of_new_image_file_id after update of image_file_id on product for each row when (new.image_file_id is not null and new.image_file_id is distinct from old.image_file_id) execute function app.check_file_purpose('image_file_id', 'image');
create trigger take_supplier_text before insert or update of supplier_id, supplier_text on product
  for each row execute function app.take_supplier_text();
revoke select (supplier_text) on product from reader, reader_price;

call app.wall('product_file', parent => 'product',
  visible => 'exists (select from product p where p.tenant_id = product_file.tenant_id and p.id = product_file.product_id)');
create trigger purpose_of_file_id after insert on product_file for each row when (new.file_id is not null) execute function app.check_file_purpose('file_id', 'document');
create trigger purpose_of_new_file_id after update of file_id on product_file for each row when (new.file_id is not null and new.file_id is distinct from old.file_id) execute function app.check_file_purpose('file_id', 'document');

call app.wall('department_approver', parent => 'department', visible => app.hangs_on('department_approver', 'department'));
create trigger approver_is_there before insert or update of lb_user_id on department_approver for each row execute function app.guard_approver();
create trigger hold_control before insert or delete or update on department_approver for each row when (current_user = 'writer'::name) execute function app.hold_control();

call app.wall('cost_center_approver', parent => 'cost_center', visible => app.hangs_on('cost_center_approver', 'cost_center'));
create trigger approver_is_there before insert or update of lb_user_id on cost_center_approver for each row execute function app.guard_approver();
create trigger hold_control before insert or delete or update on cost_center_approver for each row when (current_user = 'writer'::name) execute function app.hold_control();

call app.wall('supplier_approver', parent => 'supplier', visible => app.hangs_on('supplier_approver', 'supplier'));
create trigger approver_is_there before insert or update of lb_user_id on supplier_approver for each row execute function app.guard_approver();
create trigger hold_control before insert or delete or update on supplier_approver for each row when (current_user = 'writer'::name) execute function app.hold_control();

call app.wall('marketplace', secrets => '{secret}', ignored => '{has_secret,search_text}',
  visible => app.hangs_on('marketplace', 'supplier'));
create policy module_on on marketplace as restrictive for select to reader, reader_price using (app.is_on('procurement'));
create trigger count_documents_waiting after update on marketplace referencing old table as was new table as now_is for each statement execute function app.count_documents_waiting();
create trigger forget_moved_secret before update of url, order_url on marketplace for each row
  when ((substring(old.url from '^[^/]*//[^/?#]*'), substring(coalesce(old.order_url, old.url) from '^[^/]*//[^/?#]*'))
    is distinct from (substring(new.url from '^[^/]*//[^/?#]*'), substring(coalesce(new.order_url, new.url) from '^[^/]*//[^/?#]*')))
  execute function app.forget_moved_secret();

call app.wall('supplier_hint', visible => '(select app.is_admin())', ignored => '{misses}', parent => 'supplier');
create policy module_on on supplier_hint as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

call app.wall('buyer_reference', visible => app.hangs_on('buyer_reference', 'client'), ignored => '{search_text}');
create policy module_on on buyer_reference as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

call app.wall('supplier_bank_change', visible => app.hangs_on('supplier_bank_change', 'supplier'), ignored => '{is_untold}', parent => 'supplier');
-- Making void is no act of control: it takes nothing but a proposal away, also from whoever acts as another.
create trigger guard_four_eyes before insert or delete on supplier_bank_change for each row
  execute function app.guard_four_eyes();
create trigger guard_four_eyes_of_verdict before update on supplier_bank_change for each row when (new.state <> 'void')
  execute function app.guard_four_eyes();
create trigger note_untold before insert on supplier_bank_change for each row
  when (new.at_once and new.decided_by_id is not null and new.iban is not null) execute function app.note_untold_account();
create trigger stay_in_tenant before insert or update on supplier_bank_change for each row execute function app.stay_in_tenant();
create trigger told_of after insert on supplier_bank_change for each row when (new.is_untold) execute function app.tell_of_controls();
revoke insert, update, delete on supplier_bank_change from writer;
revoke select (is_untold) on supplier_bank_change from reader, reader_price;

call app.wall('client_tax_key', parent => 'client', visible => app.hangs_on('client_tax_key', 'client'));
create policy module_on on client_tax_key as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));
create trigger count_documents_delete after delete on client_tax_key referencing old table as was for each statement when (current_user = 'writer'::name) execute function app.count_documents_of_companies();
create trigger count_documents_insert after insert on client_tax_key referencing new table as now_is for each statement when (current_user = 'writer'::name) execute function app.count_documents_of_companies();
create trigger count_documents_update after update on client_tax_key referencing old table as was new table as now_is for each statement when (current_user = 'writer'::name) execute function app.count_documents_of_companies();

call app.wall('d365_allowed_combination', visible => app.hangs_on('d365_allowed_combination', 'client'), ignored => '{search_text}');
create policy module_on on d365_allowed_combination as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

call app.wall('client_discount_code', parent => 'client', visible => app.hangs_on('client_discount_code', 'client'));
create policy module_on on client_discount_code as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));
create trigger count_documents_delete after delete on client_discount_code referencing old table as was for each statement when (current_user = 'writer'::name) execute function app.count_documents_of_companies();
create trigger count_documents_insert after insert on client_discount_code referencing new table as now_is for each statement when (current_user = 'writer'::name) execute function app.count_documents_of_companies();
create trigger count_documents_update after update on client_discount_code referencing old table as was new table as now_is for each statement when (current_user = 'writer'::name) execute function app.count_documents_of_companies();

call app.wall('client_d365_dimension', parent => 'client', visible => app.hangs_on('client_d365_dimension', 'client'));
create policy module_on on client_d365_dimension as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));
create trigger count_documents_delete after delete on client_d365_dimension referencing old table as was for each statement when (current_user = 'writer'::name) execute function app.count_documents_of_companies();
create trigger count_documents_insert after insert on client_d365_dimension referencing new table as now_is for each statement when (current_user = 'writer'::name) execute function app.count_documents_of_companies();
create trigger count_documents_update after update on client_d365_dimension referencing old table as was new table as now_is for each statement when (current_user = 'writer'::name) execute function app.count_documents_of_companies();

call app.wall('marketplace_product_group', parent => 'marketplace',
  visible => '(select app.is_admin())');
create policy module_on on marketplace_product_group as restrictive for select to reader, reader_price
  using (app.is_on('procurement'));

call app.wall('client_chart_account', readable => false, audited => false);
create policy module_on on client_chart_account as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

call app.wall('client_ledger_account', visible => app.hangs_on('client_ledger_account', 'client'));

call app.wall('client_marketplace', visible => app.hangs_on('client_marketplace', 'client'));
create policy module_on on client_marketplace as restrictive for select to reader, reader_price
  using (app.is_on('procurement'));

call app.wall('client_posting_key', visible => app.hangs_on('client_posting_key', 'client'));

call app.wall('client_profit_center', visible => app.hangs_on('client_profit_center', 'client'));

call app.wall('cost_center_address', visible => app.hangs_on('cost_center_address', 'cost_center', 'client_address'));

call app.wall('cost_center_client', visible => app.hangs_on('cost_center_client', 'cost_center', 'client'));

call app.wall('department_client', visible => app.hangs_on('department_client', 'department', 'client'));

call app.wall('department_cost_center', visible => app.hangs_on('department_cost_center', 'department', 'cost_center'));

call app.wall('permission_client');
create policy module_on on permission_client as restrictive for select to reader, reader_price
  using (app.is_on('permissions'));
-- Which permission groups guard a row tells of the row.
create policy only_audited on permission_client as restrictive for select to auditor
  using (client_id = (select app.auditor_client()));

call app.wall('permission_cost_center');
create policy module_on on permission_cost_center as restrictive for select to reader, reader_price
  using (app.is_on('permissions'));
create policy only_audited on permission_cost_center as restrictive for select to auditor
  using (cost_center_id not in (select app.of_other_companies('cost_center')));

call app.wall('permission_department');
create policy module_on on permission_department as restrictive for select to reader, reader_price
  using (app.is_on('permissions'));
create policy only_audited on permission_department as restrictive for select to auditor
  using (department_id not in (select app.of_other_companies('department')));

call app.wall('permission_product_group');
create policy module_on on permission_product_group as restrictive for select to reader, reader_price
  using (app.is_on('permissions'));

call app.wall('permission_supplier');
create policy module_on on permission_supplier as restrictive for select to reader, reader_price
  using (app.is_on('permissions'));
create policy only_audited on permission_supplier as restrictive for select to auditor
  using (supplier_id not in (select app.of_other_companies('supplier')));

call app.wall('supplier_department', visible => app.hangs_on('supplier_department', 'supplier', 'department'));
