/**
 * The effect of a changed field of the settings or master data on open documents. Tests check that the list is
 * complete and that `reported` equals `app.steering()` of the database.
 *
 * - `refused`: open documents are counted by it, so it cannot change while there is one.
 * - `reported`: their next step depends on it; the form asks first, every other interface reports their number.
 * - `kept`: they keep the value from when they were made or the step was done.
 * - `read`: it is displayed, printed in letters or used for sending; no decision or amount depends on it.
 * - `own`: it has its own rule, such as deactivating (PROC-43), budgets in use and permission groups.
 *
 * @see docs/topics/controls-and-settings.md
 */
export interface Reach {
  readonly refused?: readonly string[];
  readonly reported?: readonly string[];
  readonly kept?: readonly string[];
  readonly read?: readonly string[];
  readonly own?: readonly string[];
}

const roles = ['user_clearing_id', 'user_select_product_id', 'user_send_order_id', 'user_consignee_id'];
const invoiceRoles = ['user_invoice_manual_check_id', 'user_invoice_clearing_id'];
const limits = ['approval_limit', 'priority_approval_limit'];
const retiring = { own: ['active'] };

/** By table; child rows are listed under their own table. */
export const reach: Readonly<Record<string, Reach>> = {
  client: {
    refused: ['currency'],
    reported: [
      ...['country', 'vat_number', 'tax_number', 'client_number', 'consultant_number'],
      ...['ledger_account_length', 'min_approval', 'amount_basis', 'self_approval'],
      ...[
        'price_tolerance_percent',
        'price_tolerance_amount',
        'over_delivery_percent',
        'substitute_limit',
        'when_limit_exceeded',
        'when_budget_exceeded',
        'contracts_in_budgets',
      ],
      ...['tax_tolerance', 'match_price_tolerance', 'match_quantity_tolerance'],
      ...[
        'match_price_tolerance_amount',
        'match_quantity_tolerance_amount',
        'match_freight_tolerance_amount',
      ],
      ...['bank_change_second_person', 'separate_check', 'touchless_invoices', 'separate_signature'],
      ...['internal_lead_days', 'notice_transit_days', 'fiscal_year_start'],
      ...['payables_ledger', 'receivables_ledger', 'datev_lock', 'datev_service_date', 'datev_closed_until'],
      ...['datev_kost_length', 'datev_kost2', 'datev_collective_account'],
      ...['d365_legal_entity', 'd365_journal_name', 'd365_document', 'd365_procurement_category'],
      ...['required_fields', ...roles, ...invoiceRoles],
    ],
    kept: [
      'default_product_tax',
      'default_product_unit',
      'default_product_currency',
      'default_ledger_account_id',
    ],
    read: [
      ...['name', 'email', 'responsible_id', 'federal_state', 'legal_form', 'registered_seat'],
      ...['register_court', 'register_number', 'managing_directors', 'legal_footer', 'purchase_terms'],
      ...[
        'accrual_account',
        'automatic_export',
        'automatic_export_hour',
        'einvoice_email',
        'can_delete_document_directly',
        'punchout_enabled',
        'billing_name',
      ],
      ...['billing_address', 'billing_address_complement', 'billing_zipcode', 'billing_city'],
      ...['billing_country', 'logo_file_id', 'letterhead_file_id'],
    ],
    ...retiring,
  },
  client_address: {
    kept: ['is_default'],
    read: [
      ...['address_name', 'address', 'address_complement', 'zipcode', 'city', 'country', 'consignee'],
      ...['dropoff_location', 'phone_country_code', 'phone_number'],
    ],
    ...retiring,
  },
  client_tax_key: { reported: ['tax_category', 'tax_percentage', 'posting_key_id'] },
  client_discount_code: { reported: ['percentage', 'days', 'code'] },
  client_d365_dimension: { reported: ['dimension', 'name'] },
  department: {
    reported: ['client_id', ...roles],
    read: ['name', 'translations', 'code', 'email', 'responsible_id'],
    ...retiring,
  },
  cost_center: { reported: ['number'], read: ['name', 'translations', 'free_budget'], ...retiring },
  budget: {
    own: ['value', 'start', 'end', 'ledger_account_id', 'not_allocated', 'active'],
    read: ['name'],
  },
  ledger_account: {
    reported: ['number', 'automatic', 'automatic_tax', 'automatic_category'],
    read: ['name', 'description'],
    ...retiring,
  },
  posting_key: { reported: ['number', 'tax'], read: ['name'], ...retiring },
  profit_center: { reported: ['number'], read: ['name'], ...retiring },
  tax_group: { reported: ['code', 'client_id'], read: ['name'], ...retiring },
  tax_item_group: { reported: ['code', 'tax_code', 'client_id'], read: ['name'], ...retiring },
  financial_dimension: { reported: ['code', 'dimension_type', 'client_id'], read: ['name'], ...retiring },
  supplier: {
    reported: ['country', 'external_id', 'vat_number', 'payment_method'],
    kept: [
      ...['delivery_in_days', 'payment_days', 'discount_1_percentage', 'discount_1_days'],
      ...['discount_2_percentage', 'discount_2_days', 'ledger_account_id', 'cost_center_id'],
      ...['department_id', 'posting_key_id', 'tax'],
    ],
    read: [
      ...['name', 'email', 'contact_person', 'phone', 'address', 'zipcode', 'city', 'order_language'],
      ...['supplier_number', 'client_number', 'tax_number', 'state', 'notes', 'delivery_terms'],
      ...['payment_terms', 'bank'],
    ],
    own: ['active', 'iban', 'bic'],
  },
  supplier_client: { reported: ['client_id', 'external_id', 'vendor_account'], read: ['client_number'] },
  product: {
    reported: ['cost_center_id', 'is_cost_center_fixed'],
    kept: [
      ...['name', 'item_number', 'supplier_id', 'product_group_id', 'tax', 'price_netto', 'price_brutto'],
      ...['currency', 'unit', 'price_unit', 'ledger_account_id'],
    ],
    read: [
      ...['alias', 'description', 'location_id', 'image_file_id', 'image_url', 'webshop_url'],
      ...['offer_number', 'offer_date', 'gtin'],
    ],
    ...retiring,
  },
  lb_user: {
    reported: [...limits, 'substitute_id', 'absence_from', 'absence_to', 'roles'],
    kept: ['client_id', 'department_id', 'cost_center_id', 'location_id'],
    read: ['name', 'email', 'lang', 'show_tour', 'signature_file_id'],
    own: ['active', 'is_service', 'auditor_client_id', 'auditor_from', 'auditor_until', 'auditor_ends_on'],
  },
  task_group: { reported: [...limits, 'roles'], read: ['name'], ...retiring },
  product_group: {
    reported: ['user_select_product_id'],
    kept: ['ledger_account_id', 'cost_center_id', 'tax'],
    read: ['name', 'translations', 'description'],
    ...retiring,
  },
  configuration: {
    reported: [
      ...['timezone', 'module_procurement', 'module_invoice', 'module_contract', 'approval_limit_priority'],
      ...['approve_from_mail', 'passkey_approval_amount', 'product_group_required', 'invoice_approval'],
      ...['procurement_or_contract_required', 'invoice_required_fields', 'invoice_export_target'],
      ...['insolvency_law_fields', 'd365_organisation_url', 'd365_journal_name', ...roles, ...invoiceRoles],
    ],
    kept: ['default_decimal_places', 'initial_order_number'],
    read: [
      ...['name', 'main_language', 'contact_email', 'timeline_order', 'notification_mail_interval_minutes'],
      ...['task_reminder_days', 'retention_years_invoice', 'retention_years_order', 'onboarding_tour'],
      ...['mail_redirect_to', 'module_multilingualism', 'session_idle_minutes', 'passkey_administrators'],
      ...['sign_on_only', 'push_details'],
      ...[
        'invoice_export_columns',
        'recognition_start',
        'punchout_return_host',
        'punchout_log',
        'billing_email',
      ],
      ...['import_invoice_email', 'billing_name', 'billing_consignee', 'street', 'zipcode', 'city', 'state'],
      ...['country', 'phone', 'holder', 'account', 'bank_code', 'iban', 'bic', 'bank_name'],
      ...['sepa_agreement', 'sepa_agreement_date', 'sepa_mandate_reference', 'sepa_scheme'],
    ],
    own: ['module_permissions'],
  },
};

/** Master data that documents are booked with and that needs no confirmation by a second administrator. */
export const bookedBy = [
  'cost_center',
  'ledger_account',
  'posting_key',
  'profit_center',
  'tax_group',
  'tax_item_group',
  'financial_dimension',
] as const;

/** The changed fields of a record and its rows, as `table.field`, that open documents depend on. */
export function steeringOf(table: string, changed: readonly string[]): readonly string[] {
  return changed.filter((name) => {
    const [field = '', of = table] = name.split('.').toReversed();
    return reach[of]?.reported?.includes(field);
  });
}
