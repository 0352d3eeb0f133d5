/**
 * Everything about the wall that a person has looked at and accepted. A check fails closed: whatever is not
 * named here (a new definer function, a new amount, a new right of the gate) is a finding until somebody
 * adds it with a reason.
 */

export const readers = ['reader', 'reader_price'] as const;
export const applicationRoles = [...readers, 'writer', 'operator', 'gate'] as const;
export const loginRole = 'kontor_web';

/** Tables without a tenant: they belong to the installation. */
export const installationTables = [
  'tenant',
  'global_configuration',
  'login_request',
  'passkey_challenge',
  'worker',
  'audit_closing',
  'audit_seal',
];

/** What a role may do across tenants (TECH-04) or before a person is known; everything else stays inside the wall. */
export const crossTenantTables: Readonly<Record<string, readonly string[]>> = {
  operator: ['tenant', 'global_configuration'],
  gate: [
    'approval_link',
    'audit_closing',
    'audit_link',
    'contract_calendar',
    'job',
    'lb_user',
    'login_request',
    'login_token',
    'mail',
    'passkey',
    'passkey_challenge',
    'permission',
    'permission_user',
    'refresh_token',
    'task_group_user',
    'tenant',
    'worker',
  ],
};

/** All rights that the roles across tenants have, as `role: verb table` or `role: verb table(columns)`. */
export const crossTenantRights = [
  'gate: delete login_request',
  'gate: delete login_token',
  'gate: delete passkey_challenge',
  'gate: delete refresh_token',
  'gate: delete worker',
  'gate: insert login_request',
  'gate: insert login_token',
  'gate: insert mail',
  'gate: insert passkey_challenge',
  'gate: insert refresh_token',
  'gate: insert worker',
  'gate: select approval_link',
  'gate: select audit_closing',
  'gate: select audit_link',
  'gate: select contract_calendar',
  'gate: select job',
  'gate: select lb_user(active,api_token_hash,blocked,email,id,is_group,lang,name,roles,tenant_id,token_expires_at,token_version)',
  'gate: select login_request',
  'gate: select login_token',
  'gate: select mail',
  'gate: select passkey',
  'gate: select passkey_challenge',
  'gate: select permission',
  'gate: select permission_user',
  'gate: select refresh_token',
  'gate: select task_group_user',
  'gate: select tenant(billing_name,id,main_language,name,status)',
  'gate: select worker',
  'gate: update job',
  // That a program has read the calendar (CON-30).
  'gate: update contract_calendar(read_at)',
  // A logout ends the access tokens of its session, before anybody has entered a tenant (AUTH-24).
  'gate: update lb_user(token_version)',
  'gate: update login_request',
  'gate: update login_token',
  'gate: update mail',
  'gate: update passkey(counter,last_login)',
  'gate: update refresh_token',
  'gate: update worker',
  'operator: delete global_configuration',
  'operator: delete tenant',
  'operator: insert global_configuration',
  'operator: insert tenant',
  'operator: select global_configuration',
  'operator: select tenant',
  'operator: update global_configuration',
  'operator: update tenant',
];

/** Rights of the other roles on tables of the installation. */
export const installationRights = [
  'reader: select global_configuration',
  'reader_price: select global_configuration',
  'writer: select global_configuration',
  'writer: select tenant',
];

/** Tenant-owned tables that the writer must not write: only triggers do. */
export const onlyWrittenByTriggers = ['audit_link', 'audit_log', 'budget_amount', 'document'];

/** Unique keys that do not lead with the tenant: random secrets that are looked up before the tenant is known. */
export const globallyUnique = [
  'approval_link_token_hash_key',
  'contract_calendar_token_hash_key',
  'lb_user_api_token_key',
  'login_token_token_hash_key',
  'refresh_token_token_hash_key',
  'passkey_credential_id_key',
];

/** Definer functions; the ones that a role may call are named with it. All others are fired by triggers only. */
export const definerFunctions = [
  'administers',
  'announce_document',
  'approval_limit_of',
  'audit_figures',
  'audit_heads',
  'budget_consumed',
  'budget_use',
  'bump_members',
  'budget_days_of_zone',
  'clean_up',
  'clean_up_exports',
  'clean_up_mails',
  'clean_up_punchouts',
  'clean_up_queue',
  'close_audit',
  'counted_amounts',
  'duplicates_of',
  'end_contract_calendar',
  'invoiced_quantity',
  'enqueue',
  'enqueue_daily',
  'enqueue_digest',
  'enqueue_login',
  'enqueue_mail',
  'enqueue_mailbox_imports',
  'enter',
  'enter_as_tenant',
  'forget_document_persons',
  'forget_login_links',
  'free_budget',
  'given_up_entries',
  'groups_restrict',
  'invite_person',
  'is_gone',
  'is_held',
  'is_kept',
  'keep_administrator',
  'keep_budget_amounts',
  'keep_document_persons',
  'keep_original',
  'keep_original_bytes',
  'kept_until',
  'kept_until_of',
  'kinds_on',
  'modules_off',
  'list_documents',
  'list_noted_documents',
  'note_audit',
  'note_changed_documents',
  'queue_figures',
  'rename_in_main_language',
  'repeat_job',
  'require_modules',
  'retention_years',
  'seal_audit',
  'settle_entry',
  'sweep_workers',
  'system_person',
  'tenants_of_addresses',
  'time_zone',
  'write_audit',
];
export const definerCalls = [
  'approval_limit_of by reader',
  'approval_limit_of by reader_price',
  'approval_limit_of by writer',
  'budget_consumed by reader',
  'budget_consumed by reader_price',
  'budget_consumed by writer',
  'budget_use by writer',
  'counted_amounts by reader',
  'counted_amounts by reader_price',
  'counted_amounts by writer',
  // It tells ids only; who sees the invoices is asked besides.
  'invoiced_quantity by reader',
  'invoiced_quantity by reader_price',
  'invoiced_quantity by writer',
  'duplicates_of by reader',
  'duplicates_of by reader_price',
  'duplicates_of by writer',
  'free_budget by reader',
  'free_budget by reader_price',
  'free_budget by writer',
  'groups_restrict by reader',
  'groups_restrict by reader_price',
  'groups_restrict by writer',
  'time_zone by writer',
  'clean_up by gate',
  'clean_up_exports by gate',
  'clean_up_queue by gate',
  'clean_up_mails by gate',
  'clean_up_punchouts by gate',
  'enqueue_mailbox_imports by gate',
  'system_person by writer',
  'tenants_of_addresses by gate',
  'audit_figures by gate',
  'audit_heads by gate',
  'queue_figures by gate',
  'seal_audit by gate',
  'settle_entry by gate',
  'enqueue_daily by gate',
  'enqueue_login by gate',
  'given_up_entries by gate',
  'is_gone by reader',
  'is_gone by reader_price',
  'kept_until by reader',
  'kept_until by reader_price',
  'kept_until by writer',
  'kinds_on by reader',
  'kinds_on by reader_price',
  'modules_off by kontor_web',
  'modules_off by reader',
  'modules_off by reader_price',
  'note_audit by writer',
  'repeat_job by gate',
  'require_modules by reader',
  'require_modules by reader_price',
  'require_modules by writer',
  'sweep_workers by gate',
  'enqueue by writer',
  'enqueue_digest by writer',
  'enqueue_mail by gate',
  'enqueue_mail by writer',
  'enter by kontor_web',
];

/** Decimal columns that are no amounts of money: quantities, percentages, rates, tolerances. */
export const decimalsThatAreNoAmounts = [
  'tax',
  'tax_percentage',
  'automatic_tax',
  'default_product_tax',
  'exchange_rate',
  'discount_1_percentage',
  'discount_2_percentage',
  // By which a discount has its code.
  'percentage',
  'quantity',
  'quantity_received',
  'price_unit',
  'tax_tolerance',
  'price_tolerance_percent',
  'ordered_quantity',
  'match_price_tolerance',
  'match_quantity_tolerance',
  'match_price_tolerance_amount',
  'match_quantity_tolerance_amount',
];

/** Columns of other types that may hold amounts (ROLE-07). */
export const amountsOfOtherTypes = [
  // Elsewhere a column of that name is a rate.
  'invoice_tax.tax',
  'audit_log.amounts_before',
  'audit_log.amounts_after',
  'timeline_entry.message_amounts',
  'punchout_cart.pending_lines',
  'punchout_log.body',
  'punchout_log.request',
  'punchout_log.response',
  'procurement_order_letter.content',
  'transaction.variables',
  'transaction.response',
  'notification.payload',
  'invoice_recognition.raw',
  'document.total_netto_cents',
];

/** Columns whose name or type smells of a secret and that are none. */
export const notSecret = [
  'file.sha256',
  'file_chunk.bytes',
  'lb_user.token_expires_at',
  'lb_user.token_issued_at',
  'login_token.id',
  'mailbox.has_password',
  'marketplace.has_secret',
  'refresh_token.id',
];

/** Tables whose rows everybody in a tenant may see (ROLE-19); all others show a colleague only what concerns him. */
export const openInsideTenant: readonly string[] = [
  // As far as he sees the records that they are about.
  'audit_log',
  'configuration',
  'lb_user',
  'ledger_account',
  'location',
  'permission',
  'permission_client',
  'permission_cost_center',
  'permission_department',
  'permission_product_group',
  'permission_supplier',
  'permission_user',
  'posting_key',
  'profit_center',
  'task_group',
  'task_group_user',
];

/** Commands and functions of the API for administrators; all others judge by themselves who may (ROLE-04). */
export const administratorsOnly = [
  'lb_user_hand_over',
  'lb_user_hand_over_counts',
  'lb_user_hand_over_plan',
  'procurement_setup',
  'tenant_bank',
  'tenant_save',
];
