-- The register. `kind`: columns of a row (`of_new`: a new row that differs from `initial` is a change, too), a
-- setting of the tenant by its key, whole rows, or only the deletion of rows. `parent` is the column that names the
-- record on whose form the row appears.
create or replace function app.controls()
returns table(table_name text, control text, kind text, columns text[], of_new boolean, initial jsonb, of_table text, parent text)
language sql
immutable as $$
  select 'client', c, 'columns', array[c], true, i, 'client', 'id'
  from (values
    ('bank_change_second_person', '{"bank_change_second_person": true}'::jsonb),
    ('separate_check', '{"separate_check": true}'),
    ('min_approval', '{"min_approval": 1}'),
    ('self_approval', '{"self_approval": "never"}'),
    ('amount_basis', '{"amount_basis": "net"}'),
    ('when_limit_exceeded', '{"when_limit_exceeded": "confirm"}'),
    ('when_budget_exceeded', '{"when_budget_exceeded": "confirm"}'),
    ('contracts_in_budgets', '{"contracts_in_budgets": false}'),
    ('substitute_limit', '{"substitute_limit": "lower"}'),
    ('price_tolerance_percent', '{"price_tolerance_percent": 0}'), ('price_tolerance_amount', '{"price_tolerance_amount": null}'),
    ('over_delivery_percent', '{"over_delivery_percent": 0}'),
    ('tax_tolerance', '{"tax_tolerance": 0.02}'),
    ('match_price_tolerance', '{"match_price_tolerance": 0}'),
    ('match_price_tolerance_amount', '{"match_price_tolerance_amount": 0}'),
    ('match_quantity_tolerance', '{"match_quantity_tolerance": 0}'),
    ('match_quantity_tolerance_amount', '{"match_quantity_tolerance_amount": 0}'),
    ('match_freight_tolerance_amount', '{"match_freight_tolerance_amount": 0}'), ('automatic_export', '{"automatic_export": "off"}'), ('touchless_invoices', '{"touchless_invoices": false}'),
    ('separate_signature', '{"separate_signature": true}'),
    -- It gives everybody what the right to delete directly gives one person.
    ('can_delete_document_directly', '{"can_delete_document_directly": false}'),
    ('user_clearing_id', '{}'), ('user_select_product_id', '{}'), ('user_send_order_id', '{}'), ('user_consignee_id', '{}'),
    ('user_invoice_manual_check_id', '{}'), ('user_invoice_clearing_id', '{}')) as v (c, i)
  union all select 'client', c, 'columns', array[c], false, '{}', 'client', 'id' from unnest(array['active', 'currency']) c
  union all select 'department', c, 'columns', array[c], true, '{}', 'department', 'id'
    from unnest(array['user_clearing_id', 'user_select_product_id', 'user_send_order_id', 'user_consignee_id']) c
  union all select 'department', 'client_id', 'columns', '{client_id}', false, '{}', 'department', 'id'
  union all select 'product_group', 'user_select_product_id', 'columns', '{user_select_product_id}', true, '{}', 'product_group', 'id'
  union all select 'budget', 'value', 'columns', '{value,cost_center_id,ledger_account_id,start,end,not_allocated,active}', false, '{}', 'cost_center', 'cost_center_id'
  union all select 'budget', 'budget', 'deletion', '{name,value,cost_center_id,start}', false, '{}', 'cost_center', 'cost_center_id'
  union all values
    ('lb_user', 'email', 'columns', '{email}'::text[], false, '{}'::jsonb, 'lb_user', 'id'),
    -- The issuer decides which account belongs to which person.
    ('sign_on_issuer', 'active', 'columns', '{active,trusts_addresses}', true, '{"active": false, "trusts_addresses": false}', 'sign_on_issuer', 'id'),
    -- Where files may go, and where to.
    ('export_destination', 'active', 'columns', '{active}', true, '{"active": false}', 'export_destination', 'id'),
    ('export_destination', 'place', 'columns', '{kind,place,region,access_key_id}', false, '{}', 'export_destination', 'id'),
    -- Whoever applies a template trusts that it holds what was confirmed.
    ('role_template', 'roles', 'columns', '{roles}', true, '{"roles": []}', 'role_template', 'id'),
    ('sign_on_group', 'sign_on_group', 'rows', '{sign_on_issuer_id,value,task_group_id}', true, '{}', 'sign_on_issuer', 'sign_on_issuer_id'),
    ('directory_group', 'task_group_id', 'columns', '{task_group_id}', true, '{"task_group_id": null}', 'directory_group', 'id'),
    ('sign_on_issuer', 'issuer', 'columns', '{issuer,application_id,organisation_claim,organisation,groups_claim}', false, '{}', 'sign_on_issuer', 'id'),
    -- An auditor is appointed for a company and a period.
    ('lb_user', 'roles', 'columns', '{roles,auditor_client_id,auditor_from,auditor_until,auditor_ends_on}', true, '{"roles": []}', 'lb_user', 'id'),
    -- Without rights the limit of a new person has no effect, and null would mean unlimited.
    ('lb_user', 'approval_limit', 'columns', '{approval_limit}', false, '{}', 'lb_user', 'id'),
    ('lb_user', 'priority_approval_limit', 'columns', '{priority_approval_limit}', false, '{}', 'lb_user', 'id'),
    ('lb_user', 'is_group', 'columns', '{is_group}', false, '{}', 'lb_user', 'id'),
    ('lb_user', 'active', 'columns', '{active}', false, '{}', 'lb_user', 'id'),
    ('lb_user', 'substitute_id', 'columns', '{substitute_id,absence_from,absence_to}', true, '{}', 'lb_user', 'id'),
    ('lb_user', 'lb_user', 'deletion', '{name}', false, '{}', 'lb_user', 'id'),
    ('service_token', 'service_token', 'rows', '{lb_user_id,name,calls,networks,expires_at}', true, '{}', 'lb_user', 'lb_user_id'),
    ('task_group_user', 'task_group_user', 'rows', '{task_group_id,lb_user_id}', true, '{}', 'task_group', 'task_group_id'),
    ('department_approver', 'department_approver', 'rows', '{department_id,lb_user_id,is_required}', true, '{}', 'department', 'department_id'),
    ('cost_center_approver', 'cost_center_approver', 'rows', '{cost_center_id,lb_user_id,is_required}', true, '{}', 'cost_center', 'cost_center_id'),
    -- The companies decide where their approvers approve.
    ('department_client', 'department_client', 'rows', '{department_id,client_id}', true, '{}', 'department', 'department_id'),
    ('cost_center_client', 'cost_center_client', 'rows', '{cost_center_id,client_id}', true, '{}', 'cost_center', 'cost_center_id'),
    -- The name by which approvers know the payee of a confirmed account.
    ('supplier', 'name', 'columns', '{name}', false, '{}', 'supplier', 'id'),
    ('supplier', 'external_id', 'columns', '{external_id}', true, '{"external_id": null}', 'supplier', 'id'),
    ('supplier', 'vat_number', 'columns', '{vat_number}', true, '{"vat_number": null}', 'supplier', 'id'),
    ('supplier_client', 'supplier_client', 'rows', '{supplier_id,client_id,external_id,client_number,vendor_account}', true, '{}', 'supplier', 'supplier_id'),
    -- Otherwise its number would be free for another supplier.
    ('supplier', 'supplier', 'deletion', '{name}', false, '{}', 'supplier', 'id'),
    ('supplier', 'merged_into_id', 'columns', '{merged_into_id}', false, '{}', 'supplier', 'id'),
    ('supplier_approver', 'supplier_approver', 'rows', '{supplier_id,lb_user_id,is_required}', true, '{}', 'supplier', 'supplier_id')
  union all select 'configuration', c, 'setting', '{key,client_id,model,value,lb_user_id}', true, i, 'configuration', null
  from (values
    ('user_clearing_id', '{"lb_user_id": null}'::jsonb), ('user_select_product_id', '{"lb_user_id": null}'),
    ('user_send_order_id', '{"lb_user_id": null}'), ('user_consignee_id', '{"lb_user_id": null}'),
    ('user_invoice_manual_check_id', '{"lb_user_id": null}'), ('user_invoice_clearing_id', '{"lb_user_id": null}'),
    ('approval_limit_priority', '{"value": "false"}'),
    ('invoice_approval', '{"value": "if-no-order"}'),
    ('procurement_or_contract_required', '{"value": "false"}'),
    -- Without it a rejected check no longer holds an invoice back.
    ('insolvency_law_fields', '{"value": "false"}'),
    ('module_permissions', '{"value": "false"}'),
    ('approve_from_mail', '{"value": "true"}'),
    ('mail_redirect_to', '{"value": null}'),
    ('session_idle_minutes', '{"value": null}'),
    ('passkey_administrators', '{"value": "false"}'),
    ('passkey_approval_amount', '{"value": null}'),
    ('sign_on_only', '{"value": "false"}')) as v (c, i)
$$;
grant execute on function app.controls() to writer;
