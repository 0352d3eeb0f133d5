/**
 * Reviewed and accepted parts of the wall. A check fails closed: anything missing here (a new definer function, a new
 * amount, a new right of the gate) is a finding until it is added with a reason.
 */

export const readers = [
  'reader',
  'reader_price',
  'reader_bank',
  'reader_price_bank',
  'reader_admin',
  'auditor',
] as const;
/** Roles that inherit another role: an auditor reads prices, restricted by its own policies (ARC-04). */
export const readsAs = [
  'auditor in reader_price',
  'auditor in reader_price_bank',
  // These differ only in columns (AUTH-31).
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
  'contract_state',
  'direct_debit',
  'document',
  'document_hand',
  'document_total',
  'invoice_state',
  'known_device',
  'order_movement',
  'rights_review',
  'security_count',
  'security_log',
  'supplier_bank_change',
  'tenant_additional_item',
  'tenant_storage',
  'tenant_tiered_price',
];

/** Tables that prove who did what: written by triggers, and by functions that check permission themselves. */
export const tablesOfProof = [
  'approval_record',
  'audit_link',
  'audit_log',
  'auditor_access',
  'control_change',
  'document_hand',
  'rights_review',
  'security_count',
  'security_log',
  'supplier_bank_change',
];

/** Columns of them without proof, which the writer may change. */
export const besideProof = [
  // Marks that the persons concerned were notified.
  'control_change.told',
];

/** Unique keys without the tenant: random secrets that are looked up before the tenant is known. */
export const globallyUnique = [
  'approval_link_token_hash_key',
  'contract_calendar_token_hash_key',
  'punchout_cart_token_hash_key',
  'lb_user_api_token_key',
  'service_token_secret_key',
  'login_token_token_hash_key',
  'refresh_token_token_hash_key',
  'passkey_credential_id_key',
  // A device belongs to one session, of whichever tenant (MOB-03).
  'push_subscription_address_digest_key',
];

/** Definer functions; callable ones name their role. All others are called only by triggers. */
export const definerFunctions = [
  'administers',
  // Events of operators of the own tenant, for operators only (AUTH-35).
  'events_of_operators',
  'guard_merging',
  'keep_names_in_company',
  'keep_names_of_supplier',
  // Within the own tenant: the name of the row that already has a number.
  'keep_named_number',
  'move_to_merged',
  'note_standing_account',
  'note_twins',
  // For operators only: the number of unknown links and tokens.
  'unknown_accesses',
  // When backups, rehearsals and checks of the installation were done; no data of tenants (ARC-07).
  'operation_proofs',
  // Within the own tenant: people who left, and how long their documents are kept (ARC-08).
  'leavers',
  'person_kept_until',
  'pseudonymise_leavers',
  'is_pseudonymising',
  // Names and delays of standbys, no data of tenants.
  'replication_figures',
  // Within the own tenant: who may do what, and its confirmation by administrators who act as themselves (ADM-21).
  'rights_matrix',
  'confirm_rights',
  'approves_anything',
  // Decide waiting changes, and check the person's permission themselves (AUTH-37, INV-21).
  'decide_bank_change',
  'decide_control',
  // Record waiting or confirmed changes, within the own tenant: triggers, and the writer with person and time.
  'hold_bank_change',
  'hold_control',
  'keep_approval',
  'note_bank_change',
  // Marks accounts of the own tenant as reported, each once.
  'take_untold_accounts',
  'announce_document',
  'approval_limit_of',
  'audit_figures',
  'audit_heads',
  // Ids of invoices with a booking in the auditor's period; the policies check their visibility separately (ARC-04).
  'audited_bookings',
  // Ids of rows and people invisible to an auditor, and whether an amount is of the own company (ARC-09).
  'of_other_companies',
  'people_of_others',
  'counts_for_reader',
  // Whether a person has acted, in tables invisible to the caller; only for triggers of the own tenant (ADM-23).
  'is_named',
  'is_chosen',
  'keep_people',
  // Whether a person may become an approver or a substitute; a boolean within the own tenant (APPR-20).
  'may_be_named',
  // Who made whom an administrator, recorded by triggers (AUTH-37).
  'note_maker_of_members',
  'note_maker_in_groups',
  // Names and addresses of operators, for their notification mail (AUTH-37); no API query calls it.
  'operators',
  // Returns the number of a booked final invoice of the same order, independent of its visibility (INV-22).
  'booked_final_beside',
  'billing_facts',
  'billings_due',
  'budget_consumed',
  // Like it: the use of budgets covers documents of all people (BUD-05), for readers with prices.
  'budget_contracts',
  'budget_months',
  // Its documents are named by the caller, as far as the person sees them (DASH-10).
  'budget_rows',
  'budget_unrated',
  'budget_use',
  'budget_without_rate',
  'bump_members',
  'budget_days_of_zone',
  // What invoices and orders take off a contract, the same for everybody who sees the contract (DASH-09).
  'charged_of_contracts',
  'contract_rests',
  'counted_under',
  // What a final invoice takes off, the same for everybody who sees it (INV-22).
  'prepaid_on',
  'clean_up',
  'clean_up_archives',
  'clean_up_exports',
  'clean_up_mails',
  'clean_up_punchouts',
  'clean_up_queue',
  'clean_up_security_log',
  'close_audit',
  'count_fact',
  // The storage of a tenant: only figures, not readable inside the tenant.
  'count_storage',
  // For the gate only: the number of unknown links and tokens (AUTH-35).
  'count_unknown',
  'counted_amounts',
  // The health of the installation, for operators only: figures, tenant names and codes, no contents (TECH-04).
  'discard_job',
  // Deletions, for operators only (OP-02, OP-04). Rows are removed only by the job at the gate, and only in deletions
  // begun by an operator; `start_deletion` checks permission again.
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
  'enqueue_webhooks',
  'enqueue_scheduled_exports',
  // The way of a file that left, within its own tenant.
  'log_sent_file',
  'enqueue_push',
  // Within the tenant of the ended session, and of the notification (MOB-03).
  'end_push',
  'note_push',
  'note_push_of_notification',
  // Whether an address that its asker knows is used by another session (MOB-03); reveals nothing else.
  'is_push_address_free',
  // Queues messages about the changed row, within its own tenant (API-47).
  'note_webhook_events',
  // Only for the passkey's own person.
  'end_with_auditor',
  'enter',
  'enter_as_auditor',
  'enter_as_tenant',
  // For the gate only, to archive an archived tenant: everything in it is read as writer (ARC-03).
  'enter_for_archive',
  'forget_document_persons',
  'forget_login_links',
  // For operators only, and only while a tenant has no people (OP-01).
  'found_administrator',
  'failed_jobs',
  'failed_mails',
  'free_budget',
  'given_up_entries',
  'guard_auditor',
  'health_database',
  'health_folders',
  'health_nodes',
  'health_queues',
  'health_tenants',
  // The ids in the own tenant that groups hide from the person (ROLE-18).
  'hidden_rows',
  // For the gate only: names of folders, none of which is a tenant's (MBX-06).
  'note_unclaimed_folders',
  // Compares names of tenants for the writing operator or owner; returns nothing (OP-01).
  'keep_tenant_names_apart',
  'invite_person',
  'is_gone',
  'is_held',
  'is_kept',
  // Whether a day is over in the time zone of a tenant; reveals nothing else.
  'is_over',
  // Whether another administrator of the tenant would confirm this person's changes (AUTH-37); reveals nothing else.
  'is_watched',
  // Whether the new member of a task group is a service account (AUTH-34).
  'guard_service_groups',
  // Whether a group of the directory is mapped to a task group of its tenant (AUTH-33).
  'guard_directory_group',
  // Takes back proposals of the directory that calls, within its tenant (AUTH-33).
  'withdraw_members',
  'keep_administrator',
  'keep_budget_amounts',
  'keep_contract_states',
  'keep_invoice_states',
  'keep_order_movements',
  'keep_document_persons',
  'keep_original',
  'keep_invoiced',
  'keep_original_bytes',
  // Triggers: the bytes of a kept file stay in one of both places; the key of a deleted file's object is noted (TECH-16).
  'keep_object',
  'loosen_object',
  // For the gate only: ids, sizes and hashes of files, and keys of objects, without names and contents (TECH-16).
  'file_figures',
  'files_in_database',
  'files_in_store',
  'known_objects',
  'objects_to_drop',
  'objects_to_lock',
  // Within the own tenant: documents created by the same transaction (ONB-03).
  'keep_sample_documents',
  'kept_until',
  'kept_until_of',
  'kinds_on',
  'made_lately',
  'may_confirm',
  'modules_off',
  // For the gate only: whether a person has logged in on such a device before (AUTH-31).
  'meet_device',
  'move_tenant',
  'list_documents',
  ...['list_commitments_of_the_day', 'list_passed_days'],
  'list_noted_documents',
  // Adds to the log of an auditor, only for the own person (ARC-04).
  'log_access',
  // Add changes to the security log of the changed row's tenant (AUTH-35).
  'log_control',
  'log_control_change',
  'log_device',
  'log_passkey',
  'log_service_token',
  'log_sign_on_identity',
  'log_person',
  // The same for refusals, for the gate only: the transaction of the act is rolled back.
  'log_refusal',
  'log_security',
  'log_session',
  'note_audit',
  // Records the actor of a document's row that was written while acting as another (APPR-17).
  'note_hand',
  'note_changed_documents',
  'note_count',
  'queue_archive',
  'queue_figures',
  // Names of tasks and their due minute.
  'queue_scheduled',
  // Within the own tenant: only untouched sample data (ONB-03).
  'remove_sample_documents',
  'rename_in_main_language',
  'repeat_job',
  'require_modules',
  // Within the own tenant: whether an administrator may enter by a link (AUTH-36); reveals nothing else.
  'require_passkey',
  // Within the own tenant: whether a person may enter by other means than single sign-on (AUTH-32); reveals nothing else.
  'require_sign_on',
  'is_sign_on_only',
  // Like the health of the installation; the work itself stays in the tenant.
  'retry_job',
  'retry_jobs',
  'retry_mail',
  'retention_years',
  'seal_audit',
  'seal_security_log',
  // The time after which a tenant ends idle sessions (AUTH-36); reveals nothing else.
  'session_idle',
  'settle_entry',
  'settle_security_log',
  'storage_due',
  // Ids and times of steps; the same statement checks their visibility.
  'steps_done',
  // Like it, only for the person's own steps.
  'own_steps_done',
  // Like `approval_limit_of`, for administrators only.
  'priority_of',
  'roles_of',
  // The person's own setting.
  'own_mail_interval',
  // Sums of documents kept by triggers, for readers who see each of them (DASH-03).
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
  // For orders whose ids were read as reader in the same statement.
  'ordered_products',
  'time_zone',
  'write_audit',
  'zone_of_tenant',
  'use_mandate',
];

/** Tables whose rows are visible to the whole tenant (ROLE-19); all others show a colleague only own matters. */
export const openInsideTenant: readonly string[] = [
  // Limited to visible records.
  'audit_log',
  'configuration',
  // People choose one for their own exports.
  'export_destination',
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
