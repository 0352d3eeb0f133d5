/**
 * Everything about the wall that a person has looked at and accepted. A check fails closed: whatever is not
 * named here (a new definer function, a new amount, a new right of the gate) is a finding until somebody adds it with a reason.
 */

export const readers = [
  'reader',
  'reader_price',
  'reader_bank',
  'reader_price_bank',
  'reader_admin',
  'auditor',
] as const;
/** Who is a member of another role with its rights: an auditor reads prices, narrowed by policies of his own (ARC-04). */
export const readsAs = [
  'auditor in reader_price',
  'auditor in reader_price_bank',
  // These differ in columns alone (AUTH-31).
  'reader_admin in reader_price_bank',
  'reader_bank in reader',
  'reader_price_bank in reader_price',
];
export const applicationRoles = [...readers, 'writer', 'operator', 'gate'] as const;
export const loginRole = 'kontor_web';

/** Tenant-owned tables that the writer must not write: only triggers do, or operators. */
export const onlyWrittenByTriggers = [
  'approval_record',
  'audit_link',
  'audit_log',
  'auditor_access',
  'billable_event',
  'billing',
  'billing_step',
  'budget_amount',
  'direct_debit',
  'document',
  'document_hand',
  'document_total',
  'known_device',
  'order_movement',
  'security_count',
  'security_log',
  'supplier_bank_change',
  'tenant_additional_item',
  'tenant_storage',
  'tenant_tiered_price',
];

/** What proves who did what: written by triggers, and by functions that ask themselves whether it may be. */
export const tablesOfProof = [
  'approval_record',
  'audit_link',
  'audit_log',
  'auditor_access',
  'control_change',
  'document_hand',
  'security_count',
  'security_log',
  'supplier_bank_change',
];

/** Columns of them that prove nothing, which the writer may change. */
export const besideProof = [
  // Whom it concerns has been told.
  'control_change.told',
];

/** Unique keys that do not lead with the tenant: random secrets that are looked up before the tenant is known. */
export const globallyUnique = [
  'approval_link_token_hash_key',
  'contract_calendar_token_hash_key',
  'punchout_cart_token_hash_key',
  'lb_user_api_token_key',
  'login_token_token_hash_key',
  'refresh_token_token_hash_key',
  'passkey_credential_id_key',
];

/** Definer functions; the ones that a role may call are named with it. All others are fired by triggers only. */
export const definerFunctions = [
  'administers',
  // Of operators of the own tenant alone, for operators (AUTH-35).
  'events_of_operators',
  // For operators alone: how many links and tokens came that nobody knows.
  'guard_merging',
  'keep_names_in_company',
  'keep_names_of_supplier',
  // Of the own tenant alone: the name of the row that has a number already.
  'keep_named_number',
  'move_to_merged',
  'note_standing_account',
  'note_twins',
  'unknown_accesses',
  // Decide about what waits, and ask themselves whether the person may (AUTH-37, INV-21).
  'decide_bank_change',
  'decide_control',
  // Write down what waits or was confirmed, of the own tenant alone: triggers, and for the writer with person and time of the act.
  'hold_bank_change',
  'hold_control',
  'keep_approval',
  'note_bank_change',
  // Marks accounts of the own tenant as told, each once.
  'take_untold_accounts',
  'announce_document',
  'approval_limit_of',
  'audit_figures',
  'audit_heads',
  // Ids of invoices with a booking in the auditor\'s period; whether he sees them his policies ask besides (ARC-04).
  'audited_bookings',
  // Ids of rows and people that an auditor does not see, and whether an amount is of his company; each of its own tenant (ARC-09).
  'of_other_companies',
  'people_of_others',
  'counts_for_reader',
  // Whether somebody has acted, in tables that whoever asks does not see; asked by triggers of his own tenant alone (ADM-23).
  'is_named',
  'is_chosen',
  'keep_people',
  // Whether somebody may become an approver or a substitute; a yes or no of the own tenant (APPR-20).
  'may_be_named',
  // Who made whom an administrator, noted by triggers (AUTH-37).
  'note_maker_of_members',
  'note_maker_in_groups',
  // Names and addresses of those who run the installation, for the mail that tells them (AUTH-37); no query of the API calls it.
  'operators',
  // Tells by its number that a final invoice of the same order is booked, whoever may see it (INV-22).
  'booked_final_beside',
  'billing_facts',
  'billings_due',
  'budget_consumed',
  // As it: the use of budgets covers the documents of all people (BUD-05), for who sees prices.
  'budget_months',
  'budget_use',
  'bump_members',
  'budget_days_of_zone',
  'clean_up',
  'clean_up_archives',
  'clean_up_exports',
  'clean_up_mails',
  'clean_up_punchouts',
  'clean_up_queue',
  'clean_up_security_log',
  'close_audit',
  'count_fact',
  // What a tenant takes up: figures alone, and nobody of it reads them.
  'count_storage',
  // For the gate alone: how many links and tokens came that nobody knows (AUTH-35).
  'count_unknown',
  'counted_amounts',
  // The health of the installation, for operators alone: figures, names of tenants and codes, and no contents (TECH-04).
  'discard_job',
  // Of deletions, for operators alone (OP-02, OP-04). Rows are taken away by the job at the gate alone, and only of what an operator
  // has begun; what may begin, `start_deletion` judges again.
  'deletion_log',
  'deletion_preview',
  'is_deleting',
  'is_removing',
  'keep_deleting',
  'queue_deletion',
  'remove_documents_of',
  'remove_tenant_rows',
  'start_deletion',
  'void_outgrown_accounts',
  'work_deletion',
  'duplicates_of',
  'end_contract_calendar',
  'invoiced_quantity',
  'enqueue',
  'enqueue_daily',
  'enqueue_digest',
  'enqueue_login',
  'enqueue_mail',
  'enqueue_automatic_exports',
  'enqueue_export_looks',
  'enqueue_mailbox_imports',
  'enqueue_readiness',
  // Of the passkey's own person alone.
  'end_with_auditor',
  'enter',
  'enter_as_auditor',
  'enter_as_tenant',
  // For the gate alone, which makes the archive of an archived tenant: everything in it is read as writer (ARC-03).
  'enter_for_archive',
  'forget_document_persons',
  'forget_login_links',
  // For operators alone, and only while a tenant has nobody yet (OP-01).
  'found_administrator',
  'failed_jobs',
  'failed_mails',
  'free_budget',
  'given_up_entries',
  'guard_auditor',
  'health_database',
  'health_nodes',
  'health_queues',
  'health_tenants',
  // The ids in the own tenant that groups hide from the person himself (ROLE-18).
  'hidden_rows',
  // Compares names of tenants for the operator or owner who writes one; answers nothing (OP-01).
  'keep_tenant_names_apart',
  'invite_person',
  'is_gone',
  'is_held',
  'is_kept',
  // Whether a day is over in the time zone of a tenant; nothing of it is told.
  'is_over',
  // Whether another administrator of the tenant would confirm what this one changes (AUTH-37); nothing else is told.
  'is_watched',
  'keep_administrator',
  'keep_budget_amounts',
  'keep_order_movements',
  'keep_document_persons',
  'keep_original',
  'keep_invoiced',
  'keep_original_bytes',
  // Of the own tenant alone: documents that the same transaction has made (ONB-03).
  'keep_sample_documents',
  'kept_until',
  'kept_until_of',
  'kinds_on',
  'made_lately',
  'may_confirm',
  'modules_off',
  // For the gate alone: whether a person has logged in on such a device before (AUTH-31).
  'meet_device',
  'move_tenant',
  'list_documents',
  'list_commitments_of_the_day',
  'list_noted_documents',
  // Adds to the log of an auditor, as himself alone (ARC-04).
  'log_access',
  // Add to the security log of the tenant of the changed row, what happened to it (AUTH-35).
  'log_control',
  'log_control_change',
  'log_device',
  'log_passkey',
  'log_person',
  // The same of refusals, for the gate alone: the transaction of the act is undone.
  'log_refusal',
  'log_security',
  'log_session',
  'note_audit',
  // Notes who acted as somebody else on the document whose row has just been written (APPR-17).
  'note_hand',
  'note_changed_documents',
  'note_count',
  'queue_archive',
  'queue_figures',
  // Names of tasks and the minute they were due at.
  'queue_scheduled',
  // Of the own tenant alone, and only what stands in its sample data and nobody has worked with (ONB-03).
  'remove_sample_documents',
  'rename_in_main_language',
  'repeat_job',
  'require_modules',
  // Of the own tenant alone: whether an administrator may enter by a link (AUTH-36); nothing else is told.
  'require_passkey',
  // As the health of the installation; the work itself stays that of the tenant.
  'retry_job',
  'retry_jobs',
  'retry_mail',
  'retention_years',
  'seal_audit',
  'seal_security_log',
  // For the gate alone: after how long a tenant ends sessions that nobody uses (AUTH-36).
  'session_idle',
  'settle_entry',
  'settle_security_log',
  'storage_due',
  // Ids and times of steps; who may see them is asked of them in the same statement.
  'steps_done',
  // As it, of the person's own steps alone.
  'own_steps_done',
  // As `approval_limit_of`, to administrators alone.
  'priority_of',
  'roles_of',
  // The own setting of the person.
  'own_mail_interval',
  // Sums that triggers keep of documents, for readers who see each of them (DASH-03).
  'rebuild_document_totals',
  'sum_documents_of_insert',
  'sum_documents_of_update',
  'sum_documents_of_delete',
  'uncount_products',
  'sum_lines_of_insert',
  'sum_lines_of_update',
  'sum_lines_of_delete',
  'sweep_workers',
  'begin_reading',
  'end_reading',
  'reader_ended',
  'require_job',
  'clean_up_readings',
  'system_person',
  'tell_of_controls',
  'tenants_of_addresses',
  // Of orders whose ids were read as reader in the same statement.
  'ordered_products',
  'time_zone',
  'write_audit',
  'zone_of_tenant',
  'use_mandate',
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
  'match_freight_tolerance_amount',
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
  'document.company_netto_cents',
  'document.committed_cents',
  'order_movement.net_cents',
];

/** Columns whose name or type smells of a secret and that are none. */
export const notSecret = [
  'archive.sha256',
  'archive_member.sha256',
  'archive_piece.bytes',
  'process_documentation.sha256',
  'process_documentation.described_sha256',
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
  'control_change_confirm',
  'control_change_reject',
  'documents_waiting_on',
  'lb_user_hand_over',
  'lb_user_hand_over_counts',
  'lb_user_hand_over_plan',
  'procurement_setup',
  'tenant_bank',
  'tenant_save',
];
