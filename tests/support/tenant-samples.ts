import { createHash } from 'node:crypto';
import { keyFields } from '../../src/features/configuration/settings.ts';

/** The value of every amount of money, to be recognisable in any answer. */
export const amount = '4711.47';

/** An id that no test uses. */
const nobody = '999999';

/** Rows that need a parent of their own: the bytes of other files are in the database (TECH-16). */
export const parentsApart: Readonly<Record<string, { readonly parent: string; readonly column: string }>> = {
  file_object: { parent: 'file', column: 'file_id' },
};

/**
 * Values that the rules below cannot find, mostly because a check covers several columns. Null leaves the column
 * empty.
 */
export const samples: Readonly<Record<string, string | null>> = {
  'lb_user.roles': '{user-admin,user-operator}',
  'lb_user.is_group': 'false',
  'lb_user.auditor_client_id': null,
  'lb_user.auditor_from': null,
  'lb_user.auditor_until': null,
  'lb_user.auditor_ends_on': null,
  'lb_user.lang': 'en',
  'product.gtin': '04006381333931',
  'supplier.order_language': 'en',
  'tenant.main_language': 'en',
  // Only of a tenant that moved to another installation.
  'tenant.moved_to': null,
  'invoice_page.turn': '90',
  'lb_user.priority_approval_limit': '500',
  'procurement.total_netto': amount,
  // Makes it count in the budgets.
  'procurement.status': 'ordered',
  // Makes it stand in the lists of a day.
  'contract.status': 'active',
  'procurement.total_brutto': amount,
  // Amounts in company currency stay recognisable, too.
  'procurement.exchange_rate': '1',
  'procurement_line.total_netto': amount,
  // A reversing receipt has a negative quantity.
  'goods_receipt.reverses_id': null,
  // Logs refer to people without a key, and a new person must not have earlier acts (ADM-23).
  'audit_log.lb_user_id': nobody,
  'auditor_access.lb_user_id': nobody,
  'auditor_access.actor_id': nobody,
  'security_log.actor_id': nobody,
  'transaction.lb_user_id': nobody,
  'audit_log.procurement_id': null,
  'audit_log.invoice_id': null,
  'audit_log.contract_id': null,
  'timeline_entry.type': 'comment',
  'timeline_entry.invoice_id': null,
  'timeline_entry.contract_id': null,
  'document_file.invoice_id': null,
  'document_file.contract_id': null,
  'mailbox.authentication_server': 'mx.example.test',
  'mailbox.host': 'mail.example.test',
  // A file is read only with the bytes that arrived (TECH-16).
  'file.size': '6',
  'file.sha256': `\\x${createHash('sha256').update('Kontor').digest('hex')}`,
  'file_chunk.chunk_no': '0',
  'file_chunk.bytes': `\\x${Buffer.from('Kontor').toString('hex')}`,
  'file_object.cipher_key': `\\x${'00'.repeat(32)}`,
  'export_destination.kind': 'mail',
  'export_destination.place': 'kanzlei@example.test',
  'scheduled_export.content': '{"of": "table", "entity": "supplier", "text": ""}',
  'scheduled_export.language': 'de',
  'scheduled_export.rhythm': 'daily',
  'scheduled_export.at_minute': '390',
  'scheduled_export.weekdays': '{}',
  'scheduled_export.month_day': null,
  'scheduled_export.next_run_at': '2031-03-01T10:00:00Z',
  'scheduled_export_run.problem': '{"code": "unexpected"}',
  'webhook.url': 'https://receiver.example.test',
  'webhook.events': '{order_sent}',
  'push_subscription.from_hour': '8',
  'push_subscription.to_hour': '18',
  'push_subscription.days': '{1}',
  'push_subscription.kinds': '{task}',
  'push_notice.document_kind': null,
  'push_notice.document_id': null,
  'push_notice.title': null,
  'webhook_delivery.facts': '{}',
  'sign_on_issuer.issuer': 'https://issuer.example.test',
  'mailbox_mail.message_key': `\\x${'00'.repeat(32)}`,
  'mailbox_mail.state': 'refused',
  'punchout_notice.payload_key': `\\x${'00'.repeat(32)}`,
  'punchout_notice.body_key': `\\x${'00'.repeat(32)}`,
  'punchout_notice.invoice_key': `\\x${'00'.repeat(32)}`,
  'punchout_notice.content_key': `\\x${'00'.repeat(32)}`,
  'lb_user.is_system': 'false',
  'lb_user.is_service': 'false',
  'lb_user.is_directory': 'false',
  // Only a task group can be one.
  'directory_group.task_group_id': null,
  'service_token.networks': '{192.0.2.0/24}',
  // Required by the declared validation of master data beyond the checks of the tables.
  'client.country': 'DE',
  'client.billing_country': 'DE',
  'client.datev_collective_account': '1600',
  'client.accrual_account': '1600',
  'closed_month.day': '2026-02-28',
  'closed_month_file.content': 'commitments',
  'closed_month_file.sha256': 'a'.repeat(64),
  'client.required_fields': '{}',
  'client.einvoice_email': 'rechnung@example.test',
  'supplier.country': 'DE',
  'supplier_bank_change.decided_at': null,
  'supplier.merged_into_id': null,
  'control_change.decided_at': null,
  'supplier.phone': '+49 89 123456',
  'client_address.country': 'DE',
  'client_address.phone_country_code': '+49',
  'client_address.phone_number': '89123456',
  'user_address.country': 'DE',
  'user_address.phone_country_code': '+49',
  'user_address.phone_number': '89123456',
  'procurement_order_letter.change_no': null,
  'procurement_order_letter.content': '{"head": {}, "lines": []}',
  'procurement_order_letter.state': 'sent',
  'contract_letter.language': 'en',
  'contract_letter.state': 'sent',
  // Only a mail has a recipient.
  'contract_letter.channel': 'post',
  'contract_letter.recipient': null,
  // Only a missing-invoice reminder has an interval.
  'contract_due_reminder.type': 'custom',
  'contract_due_reminder.interval_from': null,
  'contract_due_reminder.interval_to': null,
  'document_hand.invoice_id': null,
  'document_hand.contract_id': null,
  'document_question.invoice_id': null,
  'approval_record.invoice_id': null,
  'approval_record.contract_id': null,
  'approval_record.covered': '{}',
  'contract_version.particulars': '{}',
  'contract_version.differences': '[]',
  'contract_version.amendment_id': null,
  'document_question.contract_id': null,
  'lb_user.substitute_id': null,
  'process_text.chapter': 'purpose',
  'process_text.lang': 'de',
  'process_documentation.lang': 'de',
  'process_documentation.sha256': 'a'.repeat(64),
  'rights_review.sha256': 'a'.repeat(64),
  'rights_review.matrix': '[]',
  // One that waits would be the only one of its tenant.
  'rights_review.is_alone': 'true',
  'rights_review.second_by_id': null,
  'rights_review.second_by': null,
  'rights_review.second_at': null,
  'rights_review.confirmed_by_id': nobody,
  'role_template.roles': '{user-price}',
  'process_documentation.described_sha256': 'b'.repeat(64),
  'archive.state': 'failed',
  'archive.sha256': 'a'.repeat(64),
  // Belongs to one person only; every further row belongs to another.
  'billing.month': '2026-03-01',
  'billing.kind': 'invoice',
  'billing.credits_id': null,
  'billing.bill': '{"items": []}',
  'billing.ordered': '{"items": []}',
  'billing.debit': null,
  'billing.announcement': null,
  'direct_debit.debit_way': 'bank',
  'direct_debit.creditor': '{}',
  'direct_debit.collected': '{}',
  'direct_debit.state': 'collected',
  'direct_debit.ended_at': null,
  // Held documents could not be removed any more.
  'contract.legal_hold': null,
  'invoice.legal_hold': null,
  'procurement.legal_hold': null,
  'contract_due_reminder.acknowledged_at': null,
  'contract_due_reminder.decision': null,
  'contract_letter.settled_at': '2026-03-01T10:00:00Z',
  'contract_recognition.state': 'done',
  'contract_recognition.raw': '{"fields": {}, "partner": null}',
  'contract_recognition.ended_at': '2026-03-01T10:00:00Z',
  'lb_user.signature_file_id': null,
  'invoice_export_run.ended_at': null,
  'invoice_export_run.target': 'datev-csv',
  'invoice_export_entry.ended_at': null,
  'invoice_export_entry.problem': null,
  // Only reversals refer to reversed entries.
  'invoice_export_entry.reverses_entry_id': null,
  'invoice_export_transfer.ended_at': null,
  'invoice_readiness_look.seen_xact': '0',
  // Its row about automatic exports is a separate sample.
  'client.automatic_export': 'off',
  // A connection of the whole tenant.
  'accounting_connection.system': 'ms365',
  'accounting_connection.client_id': null,
  'accounting_connection.datev_client_id': null,
  'accounting_sign_in.system': 'datev',
  'accounting_sign_in.datev_client_id': '29098-55003',
  'accounting_sign_in.state_digest': `\\x${'00'.repeat(32)}`,
};

/**
 * Columns whose values are declared in the product, not in the tables; each is used once, because they are unique.
 */
export const declared: Readonly<Record<string, readonly string[]>> = {
  'configuration.key': Object.keys(keyFields).filter((key) => /^(user|d365|invoice)_/.test(key)),
};

/** Values that make a row of a table visible in a view over it. */
export const shownBy: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  task_group: { is_group: 'true', email: null, roles: '{}' },
};

/** Tables whose rows are written by triggers of other rows: the columns that refer to the other row, by its table. */
export const writtenByTriggers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  document: { procurement: 'procurement_id', invoice: 'invoice_id', contract: 'contract_id' },
  budget_amount: { procurement: 'procurement_id' },
  order_movement: { procurement: 'procurement_id' },
  invoice_state: { invoice: 'invoice_id' },
  contract_state: { contract: 'contract_id' },
  document_total: {},
  billable_event: { procurement: 'source_id', invoice: 'source_id', contract: 'source_id' },
};
