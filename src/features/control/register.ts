import { fieldLabelKey } from '../../entity/labels.ts';

/**
 * The register of controls, equal to `app.controls()` of the database (AUTH-37); a test compares the two. It lists
 * `columns` of a row, `settings` of the tenant by their keys, whole `rows`, and the `deletion` of rows.
 *
 * @see docs/topics/controls-and-settings.md
 */
export const controls = {
  columns: {
    client: [
      'bank_change_second_person',
      'separate_check',
      'min_approval',
      'self_approval',
      'amount_basis',
      'when_limit_exceeded',
      'when_budget_exceeded',
      'contracts_in_budgets',
      'substitute_limit',
      'price_tolerance_percent',
      'price_tolerance_amount',
      'over_delivery_percent',
      'tax_tolerance',
      'match_price_tolerance',
      'match_price_tolerance_amount',
      'match_quantity_tolerance',
      'match_quantity_tolerance_amount',
      'match_freight_tolerance_amount',
      'touchless_invoices',
      'automatic_export',
      'separate_signature',
      'can_delete_document_directly',
      'user_clearing_id',
      'user_select_product_id',
      'user_send_order_id',
      'user_consignee_id',
      'user_invoice_manual_check_id',
      'user_invoice_clearing_id',
      'active',
      'currency',
    ],
    department: [
      'user_clearing_id',
      'user_select_product_id',
      'user_send_order_id',
      'user_consignee_id',
      'client_id',
    ],
    product_group: ['user_select_product_id'],
    budget: ['value'],
    sign_on_issuer: ['active', 'issuer'],
    export_destination: ['active', 'place'],
    role_template: ['roles'],
    directory_group: ['task_group_id'],
    supplier: ['name', 'external_id', 'vat_number', 'merged_into_id'],
    lb_user: [
      'email',
      'roles',
      'approval_limit',
      'priority_approval_limit',
      'is_group',
      'active',
      'substitute_id',
    ],
  },
  settings: [
    'user_clearing_id',
    'user_select_product_id',
    'user_send_order_id',
    'user_consignee_id',
    'user_invoice_manual_check_id',
    'user_invoice_clearing_id',
    'approval_limit_priority',
    'invoice_approval',
    'procurement_or_contract_required',
    'insolvency_law_fields',
    'module_permissions',
    'approve_from_mail',
    'mail_redirect_to',
    'session_idle_minutes',
    'passkey_administrators',
    'passkey_approval_amount',
    'sign_on_only',
  ],
  rows: [
    'task_group_user',
    'department_approver',
    'cost_center_approver',
    'supplier_approver',
    'department_client',
    'cost_center_client',
    'supplier_client',
    'sign_on_group',
    'service_token',
  ],
  deletion: ['lb_user', 'budget', 'supplier'],
} as const;

/** How many changes are confirmed at once. */
export const mostAtOnce = 200;

/** The register entry of a change. */
export interface ControlOfChange {
  readonly table_name: string;
  readonly control: string;
  readonly act: string;
}

/** The label of the changed control as on its form. */
export function controlLabelKey({ table_name: table, control, act }: ControlOfChange): string {
  if (table === control)
    return act === 'delete' ? `control_change.removal.${table}` : `control_change.row.${table}`;
  if (table === 'budget') return 'control_change.budget';
  if (control === 'is_group') return 'control_change.is_group';
  return fieldLabelKey(table, control);
}
