/** All codes of expected failures (ERR-06, ERR-08, ERR-14, ERR-16). Each has a text in all languages. */
export const refusalCodes = [
  'field_required',
  'specific_field_required',
  'invalid_type',
  'unique_violation',
  'foreign_key_violation',
  'permission_denied',
  'check_violation',
  'value_too_long',
  'not_found',
  'already_exists',
  'validation_failed',
  'unexpected',
  'specific_field_not_found',
  'expected_type_but_found',
  'duplicate_key_violation',
  'unexpected_null_value_for_type',
  'variable_not_sent',
  'condition_empty',
  'timeline_changed',
  'timeline_locked',
  'unauthenticated',
  'budget_exceeded',
  'approval_limit_exceeded',
  'none_has_limit',
  'approval_outgrown',
  'order_stands_no_more',
  'separate_check_required',
  'date_far_ahead',
  'date_before_first_year',
  'date_outside_budget',
  'date_moved_from_budget',
  'cost_center_missing',
  'e_invoice_differs',
  'attachment_approved',
  'contract_signed',
  'amendment_open',
  'contract_not_running',
  'may_not_sign',
  'separate_signature',
  'contract_not_in_force',
  'contract_other_supplier',
  'contract_other_company',
  'order_exceeds_contract',
  'needs_min_approval',
  'approvers_need_cost_center',
  'order_not_completed',
  'product_group_missing',
  'no_edit_permission',
  'invoice_exceeds_order',
  'invoice_order_void',
  'invoice_exceeds_contract',
  'invoice_price_above',
  'invoice_quantity_above',
  'invoiced_before_receipt',
  'invoice_currency_differs',
  'invoice_unit_differs',
  'record_changed',
  'gaps_open',
  'idempotency_key_reused',
  'limit_exceeded',
  'module_off',
  'still_sending',
  'order_uncertain',
  'too_many_requests',
  'method_not_allowed',
  'payload_too_large',
  'picture_too_large',
  'table_too_many_rows',
  'not_safe',
  'number_out_of_range',
  'number_malformed',
  'amount_too_large',
  'query_timeout',
  'try_again',
  'lock_timeout',
  'transaction_timeout',
  'database_away',
  'storage_full',
  'tenant_moving',
  'files_away',
  'stored_file_damaged',
  'account_blocked',
  'link_expired',
  'session_idle',
  'passkey_failed',
  'passkey_known',
  'sign_on_not_offered',
  'sign_on_failed',
  'sign_on_unreachable',
  'sign_on_unknown',
  'sign_on_required',
  'sign_on_needs_issuer',
  'passkey_required',
  'passkey_login_first',
  'approval_needs_passkey',
  'calendar_changed',
  'receipt_incomplete',
  'goods_received',
  'irreversible',
  'not_assignee',
  'step_not_possible',
  'comment_required',
  'document_held',
  'quantity_exceeds_missing',
  'date_in_past',
  'notice_before_letter',
  'reminder_decided',
  'end_before_start',
  'lines_required',
  'lines_differ',
  'tax_differs',
  'due_before_invoice',
  'export_number',
  'export_number_shortened',
  'export_number_taken',
  'order_or_contract_required',
  'review_note_required',
  'not_approved_in_review',
  'formal_check_incomplete',
  'credit_note_unlinked',
  'credit_note_discarded',
  'credit_note_other_supplier',
  'credit_note_other_order',
  'credit_note_exceeds',
  'credit_note_other_cost_center',
  'prepayment_taken_off',
  'credit_note_booked',
  'document_needed',
  'prepaid_unlinked',
  'prepaid_differs',
  'prepayment_after_final',
  'company_without_vat_id',
  'record_inactive',
  'record_of_other_company',
  'discount_incomplete',
  'discount_percentage',
  'discount_amount',
  'discount_date',
  'discount_order',
  'person_required',
  'currency_in_use',
  'many_rows',
  'budget_in_use',
  'malformed_request',
  'unsupported_media_type',
  'unknown_host',
  'self_approval',
  'already_approved',
  'substitute_circle',
  'substitute_chain',
  'last_administrator',
  'not_convertible',
  'service_account',
  'call_not_granted',
  'scim_filter',
  'scim_path',
  'scim_no_target',
  'scim_value',
  'scim_read_only',
  'scim_version',
  'not_an_approver',
  'substitute_not_entitled',
  'not_selectable',
  'limit_too_low',
  'group_without_approver',
  'order_already_sent',
  'duplicate_file',
  'possible_duplicate',
  'pages_differ',
  'iban_invalid',
  'bic_invalid',
  'supplier_named',
  'number_taken',
  'suppliers_share_request',
  'bank_data_unconfirmed',
  'bank_data_differs',
  'bank_data_first',
  'bank_data_foreign',
  'second_person_required',
  'second_administrator_required',
  'not_second_person',
  'ending_needs_second_person',
  'pages_required',
  'too_many_pages',
  'pages_of_e_invoice',
  'file_encrypted',
  'file_damaged',
  'nothing_to_export',
  'month_not_over',
  'month_closed',
  'export_not_connected',
  'export_no_answer',
  'export_sending',
  'export_uncertain',
  'sign_in_expired',
  'sign_in_failed',
  'd365_organisation_invalid',
  'export_connection_inactive',
  'export_no_access_data',
  'export_no_permission',
  'export_year_unknown',
  'export_protocol',
  'export_refused_by_datev',
  'export_document_refused',
  'export_not_uncertain',
  'export_not_booked',
  'sign_in_declined',
  'export_running',
  'already_exported',
  'export_needs_clearing',
  'reversal_first',
  'prepayment_not_booked',
  'exported_party_fixed',
  'export_interrupted',
  'not_withdrawable',
  'already_withdrawn',
  'withdraw_other_first',
  'export_account_missing',
  'exchange_rate_unwritable',
  'export_worth_nothing',
  'export_account_too_long',
  'export_account_unclear',
  'export_automatic_account',
  'export_tax_key_missing',
  'export_tax_key_too_long',
  'posting_key_automatic',
  'posting_key_contradicts',
  'posting_key_unused',
  'export_cost_object',
  'export_supplier_id_missing',
  'export_company_numbers_missing',
  'export_payables_missing',
  'export_period_closed',
  'export_d365_entity_missing',
  'export_d365_journal_missing',
  'export_d365_category_missing',
  'export_d365_vendor_missing',
  'export_d365_dimension',
  'export_d365_no_role',
  'export_d365_failed',
  'export_d365_validation',
  'combination_not_allowed',
  'extf_unreadable',
  'extf_encoding',
  'extf_category',
  'extf_version',
  'extf_other_company',
  'extf_account_length',
  'extf_too_many_rows',
  'extf_quote_open',
  'extf_columns',
  'extf_account',
  'extf_account_twice',
  'extf_name_missing',
  'extf_rows_changed',
  'punchout_failed',
  'punchout_no_start_url',
  'punchout_invalid_credentials',
  'punchout_domain_not_enabled',
  'punchout_not_configured',
  'punchout_supplier_not_allowed',
  'punchout_provider_unsupported',
  'punchout_line_locked',
  'punchout_popup_blocked',
  'punchout_item_incomplete',
  'punchout_currency_differs',
  'punchout_cart_unreadable',
  'punchout_company_change',
  'punchout_marketplace_change',
  'punchout_cart_too_large',
  'billing_not_connected',
  'archive_running',
  'billing_no_service',
  'billing_month',
  'billing_nothing',
  'billing_exists',
  'billing_not_cancellable',
  'billing_not_creditable',
  'billing_credit_exceeds',
  'billing_credited',
  'billing_document_away',
  'tenant_name_wrong',
  'deletion_name_wrong',
  'tenant_not_archived',
  'tenant_held',
  'billing_under_way',
  'handover_required',
  'handover_unknown',
  'handover_outdated',
  'nothing_to_delete',
  'deletion_running',
  'billing_collected',
  'direct_debit_impossible',
  'direct_debit_no_account',
  'auditor_ended',
  'auditor_only',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** A placeholder value for the text of a refusal; amounts are decimal strings. */
export type RefusalValue = string | number | boolean | null;

/** One problem of one field, shown below it (VAL-45). */
export interface FieldProblem {
  readonly field: string;
  readonly code: RefusalCode;
  readonly values?: Readonly<Record<string, RefusalValue>>;
}

/**
 * An expected failure, decided by pure rules and shown to a person in their language.
 *
 * - `field`: the input field it belongs to, as a path such as `lines.2.quantity`.
 * - `values`: the placeholder values of the text.
 * - `problems`: for `validation_failed`, all fields at once (VAL-45).
 * - `confirm`: a refusal that the person may overrule by repeating the command with `hash`;
 *   the hash covers the facts shown, so changed facts ask again (API-41).
 */
export interface Refusal {
  readonly isRefusal: true;
  readonly code: RefusalCode;
  readonly field?: string;
  readonly values?: Readonly<Record<string, RefusalValue>>;
  readonly problems?: readonly FieldProblem[];
  readonly confirm?: Question & {
    /** What the same step asks next, so that a person answers everything at once. */
    readonly further?: readonly Question[];
  };
}

/** Something that a person confirms by repeating the command with `hash` (API-41). */
export interface Question {
  readonly code: RefusalCode;
  readonly hash: string;
  readonly values: Readonly<Record<string, RefusalValue>>;
}

export function refuse(code: RefusalCode, details: Omit<Refusal, 'isRefusal' | 'code'> = {}): Refusal {
  return { isRefusal: true, code, ...details };
}

/** The refusal for the problem of a single field. */
export function refuseField({ code, ...details }: FieldProblem): Refusal {
  return refuse(code, details);
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'isRefusal' in value;
}

/** Carries a refusal out of a transaction, which is thereby rolled back. Any other thrown error is a bug. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.name = 'Refused';
    this.refusal = refusal;
  }
}

/** Returns the decision, or throws `Refused` if it is a refusal. */
export function orRefuse<T>(decision: T | Refusal): T {
  if (isRefusal(decision)) throw new Refused(decision);
  return decision;
}
