-- Fields that affect decisions, postings or counts of open documents: fields of master data, and settings, with the
-- kinds of documents that use them. Must match `src/features/control/reach.ts`.
create or replace function app.steering()
returns table(table_name text, field text, kinds text[])
language sql
immutable parallel safe as $$
  select 'client', c, null::text[] from unnest('{country,vat_number,tax_number,client_number,consultant_number,
    ledger_account_length,min_approval,amount_basis,self_approval,price_tolerance_percent,price_tolerance_amount,over_delivery_percent,substitute_limit,when_limit_exceeded,
    when_budget_exceeded,contracts_in_budgets,tax_tolerance,match_price_tolerance,match_quantity_tolerance,match_price_tolerance_amount,
    match_quantity_tolerance_amount,match_freight_tolerance_amount,bank_change_second_person,separate_check,touchless_invoices,separate_signature,
    internal_lead_days,notice_transit_days,fiscal_year_start,payables_ledger,receivables_ledger,datev_lock,datev_service_date,
    datev_closed_until,datev_kost_length,datev_kost2,datev_collective_account,d365_legal_entity,d365_journal_name,d365_document,
    d365_procurement_category,required_fields,user_clearing_id,
    user_select_product_id,user_send_order_id,user_consignee_id,user_invoice_manual_check_id,user_invoice_clearing_id}'::text[]) c
  union all select 'department', c, null from unnest('{client_id,user_clearing_id,user_select_product_id,user_send_order_id,
    user_consignee_id}'::text[]) c
  union all select t, c, null from (values
    ('client_tax_key', 'tax_category'), ('client_tax_key', 'tax_percentage'), ('client_tax_key', 'posting_key_id'),
    ('client_discount_code', 'percentage'), ('client_discount_code', 'days'), ('client_discount_code', 'code'),
    ('client_d365_dimension', 'dimension'), ('client_d365_dimension', 'name')) v (t, c)
  union all select 'supplier', c, null from unnest('{country,external_id,vat_number,payment_method}'::text[]) c
  union all select 'supplier_client', c, null from unnest('{client_id,external_id,vendor_account}'::text[]) c
  union all select 'product', c, null from unnest('{cost_center_id,is_cost_center_fixed}'::text[]) c
  union all select 'lb_user', c, null from unnest('{approval_limit,priority_approval_limit,substitute_id,absence_from,absence_to,roles}'::text[]) c
  union all select 'task_group', c, null from unnest('{approval_limit,priority_approval_limit,roles}'::text[]) c
  union all select 'product_group', 'user_select_product_id', null
  union all select t, c, null from (values
    ('cost_center', 'number'), ('ledger_account', 'number'), ('ledger_account', 'automatic'), ('ledger_account', 'automatic_tax'),
    ('ledger_account', 'automatic_category'),
    ('posting_key', 'number'), ('posting_key', 'tax'), ('profit_center', 'number'), ('tax_group', 'code'),
    ('tax_group', 'client_id'), ('tax_item_group', 'code'), ('tax_item_group', 'tax_code'), ('tax_item_group', 'client_id'),
    ('financial_dimension', 'code'), ('financial_dimension', 'dimension_type'), ('financial_dimension', 'client_id')) v (t, c)
  union all select 'configuration', c, k from (values
    ('timezone', '{procurement,invoice,contract}'::text[]),
    ('module_procurement', '{procurement}'), ('module_invoice', '{invoice}'), ('module_contract', '{contract}'),
    ('approval_limit_priority', '{procurement,invoice,contract}'),
    ('approve_from_mail', '{procurement,invoice,contract}'),
    ('passkey_approval_amount', '{procurement,invoice,contract}'),
    ('product_group_required', '{procurement}'),
    ('invoice_approval', '{invoice}'),
    ('procurement_or_contract_required', '{invoice}'),
    ('invoice_required_fields', '{invoice}'),
    ('invoice_export_target', '{invoice}'),
    ('insolvency_law_fields', '{invoice}'),
    ('d365_organisation_url', '{invoice}'),
    ('d365_journal_name', '{invoice}'),
    ('user_clearing_id', '{procurement}'), ('user_select_product_id', '{procurement}'), ('user_send_order_id', '{procurement}'),
    ('user_consignee_id', '{procurement}'), ('user_invoice_manual_check_id', '{invoice}'), ('user_invoice_clearing_id', '{invoice}')
  ) v (c, k)
$$;
grant execute on function app.steering() to reader, reader_price, writer;
