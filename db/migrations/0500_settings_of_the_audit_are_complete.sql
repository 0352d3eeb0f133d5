-- no-transaction
-- What administrators set, among everything that happens in documents; the tables are `settingTables` of the product.
create index concurrently if not exists audit_log_of_all_settings on audit_log (tenant_id, id) where "table" in (
  'configuration', 'tenant', 'client', 'client_tax_key', 'client_discount_code', 'client_d365_dimension', 'lb_user', 'role_template',
  'service_token', 'task_group_user', 'department', 'department_client', 'department_approver', 'cost_center_client',
  'cost_center_approver', 'supplier_approver', 'product_group', 'permission', 'permission_user', 'permission_client',
  'permission_department', 'permission_cost_center', 'permission_supplier', 'permission_product_group', 'sign_on_issuer',
  'sign_on_group', 'directory_group', 'mailbox', 'marketplace', 'client_marketplace', 'webhook', 'export_destination',
  'scheduled_export', 'accounting_connection', 'process_text');
