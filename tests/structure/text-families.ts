import { z } from 'zod';
import { listed } from '../../src/app/kinds.ts';
import { exportedKinds } from '../../src/app/server/kinds.ts';
import { refusalCodes } from '../../src/base/refusal.ts';
import { taxCategories } from '../../src/base/tax-categories.ts';
import { unitWords } from '../../src/base/units.ts';
import type { ExportColumns } from '../../src/document/export-columns.ts';
import type { ListedKind } from '../../src/document/listed-kind.ts';
import { paymentTimings, usageTypes } from '../../src/document/usage.ts';
import { csvDays, csvNumbers } from '../../src/entity/sheet/csv-columns.ts';
import { actionInputs as contractInputs } from '../../src/features/contract/server/commands.ts';
import { exportColumns as invoiceColumns } from '../../src/features/invoice/export-columns.ts';
import {
  documentTypes as invoiceDocumentTypes,
  invoiceFields,
  invoiceLineFields,
  invoiceLineKinds,
  reviewStatuses,
} from '../../src/features/invoice/fields.ts';
import { formalPoints } from '../../src/features/invoice/formal-check.ts';
import { actionInputs as invoiceInputs } from '../../src/features/invoice/server/commands.ts';
import { splitModes } from '../../src/features/invoice/split-line.ts';
import { readNames } from '../../src/features/invoice/web/original/read-values.ts';
import { mailboxFailures, mailFailures } from '../../src/features/mailbox/failure.ts';
import { paymentMethods } from '../../src/features/master-data/supplier.ts';
import { commonColumns } from '../../src/features/overview/export-columns.ts';
import { exportFormats } from '../../src/features/overview/export-order.ts';
import { dateFields, referenceFilters, sortKeys, tabsOf } from '../../src/features/overview/filter.ts';
import { viewModes } from '../../src/features/overview/overview-search.ts';
import { dashboardRanges, timeRanges } from '../../src/features/overview/time-range.ts';
import { roleTemplates } from '../../src/features/people/role-templates.ts';
import { lineKinds, procurementTypes } from '../../src/features/procurement/enumerations.ts';
import { letterFailures, letterKinds, supplierOrderStates } from '../../src/features/procurement/model.ts';
import { actionInputs, closeInvoicingInput, saveInput } from '../../src/features/procurement/server/input.ts';
import { surcharges } from '../../src/features/procurement/web/lines/surcharges.ts';
import { documentTypes } from '../../src/features/recognition/code-words.ts';
import { documentKinds, readingFailures, reportedWarnings } from '../../src/features/recognition/reading.ts';
import {
  type EntryType,
  entryTypes,
  isRemark,
  isStep,
  isWork,
  statusesOf,
  textTypes,
} from '../../src/timeline/kinds.ts';
import { auditFamilies } from './audit-families.ts';
import { contractColumns, contractDialogs, contractFamilies, contractNotes } from './contract-families.ts';
import { controlFamilies } from './control-families.ts';
import { dashboardFamilies } from './dashboard-families.ts';
import { documentFamilies } from './document-families.ts';
import { entityFamilies } from './entity-families.ts';
import { exportFamilies } from './export-families.ts';
import { helpFamilies } from './help-families.ts';
import { inboxFamilies } from './inbox-families.ts';
import { operatorFamilies } from './operator-families.ts';
import { punchoutFamilies } from './punchout-families.ts';
import { refusalsWithMore } from './refusal-families.ts';
import { sessionFamilies } from './session-families.ts';

/** Actions of purchase requests whose dialogs have texts beyond those of all kinds. */
const dialogs = [
  'decline',
  'send_to_clearing',
  'reassign',
  'to_select_product',
  'to_order',
  'to_delivery',
  'cancel',
  'finish_delivery',
  'hold',
  'lift_hold',
] as const;

const allDialogs = [
  ...dialogs.map((key) => `procurement.${key}`),
  ...[
    'decline',
    'send_to_clearing',
    'reassign',
    'repeat_recognition',
    'discard',
    'hold',
    'lift_hold',
    'confirm_bank_data',
    'ask_bank_confirmation',
  ].map((key) => `invoice.${key}`),
  ...contractDialogs.map((key) => `contract.${key}`),
];

const tabs = tabsOf(listed.kinds);
const kinds = listed.kinds.map(({ name }) => name);

/** Remarks of the product in a timeline; those with amounts have a second text with them. */
const notes = [
  'task_reassigned',
  'task_accepted',
  'task_returned',
  'task_to_substitute',
  'task_from_substitute',
  'group_without_member',
  'person_gone',
  'exported',
  'export_failed',
  'reversal_waits',
  'correction_waits',
  'reversal_exported',
  'export_withdrawn',
  ...['decided_by_mail', 'approved_once'],
  'question_closed',
  ...['hold_set', 'hold_lifted'],
  'goods_received',
  'receipt_booked',
  'receipt_booked_with_note',
  'receipt_taken_back',
  'approval_again',
  ...['approval_outgrown', 'approval_outgrown_amount', 'e_invoice_differs'],
  'document_edited',
  'order_sent',
  'order_change_sent',
  'order_cancellation_sent',
  'order_confirmed',
  'order_change_confirmed',
  'order_cancellation_confirmed',
  'confirmation_recorded',
  'confirmation_differs',
  'confirmation_accepted',
  'creator_replaced',
  'request_withdrawn',
  'copied_without',
  'pages_taken',
  ...['pages_turned', 'pages_left_out'],
  ...['pages_joined', 'reminder_put_aside'],
  'receipt_incomplete',
  ...['still_sending', 'order_uncertain'],
  'budget_exceeded',
  'budget_exceeded_amount',
  'approval_limit_exceeded',
  'approval_limit_exceeded_amount',
  'none_has_limit',
  'none_has_limit_amount',
  'possible_duplicate',
  'pages_differ',
  'bank_data_confirmed',
  'bank_data_differs',
  'bank_data_first',
  'bank_data_foreign',
  'supplier_changed',
  'invoice_exceeds_order',
  'invoice_exceeds_order_amount',
  'invoice_order_void',
  ...['contract_not_in_force', 'contract_other_supplier', 'contract_other_company'],
  ...['order_exceeds_contract', 'order_exceeds_contract_amount'],
  'invoice_exceeds_contract',
  'invoice_exceeds_contract_amount',
  'invoice_untouched.verdict',
  'invoice_untouched.formal_check',
  'invoice_price_above',
  'invoice_quantity_above',
  'invoiced_before_receipt',
  'invoice_currency_differs',
  'invoice_unit_differs',
  'export_number_shortened',
  ...formalPoints.map((point) => `formal_check_incomplete.${point}`),
  ...contractNotes,
  ...['far_ahead', 'before_first_year', 'outside_budget', 'moved_from_budget'].map(
    (doubt) => `date_${doubt}`,
  ),
  'cost_center_missing',
  'credit_note_unlinked',
  'prepaid_unlinked',
  ...['prepaid_differs', 'prepaid_differs_amount'],
  'prepayment_after_final',
  ...readingFailures.map((failure) => `recognition_failed.${failure}`),
] as const;

/** The progress of a received invoice in its row. */
const uploadStates = ['waiting', 'queued', 'running', 'done', 'failed', 'gone_on'];

/** Arguments of every command that are no form fields. */
const technical = new Set(['id', 'idempotency_key', 'expected_version', 'confirmations', 'head']);

/**
 * Composed keys: the pattern in the code, with `*` for each expression, and every possible value of the expressions,
 * in order and joined by a point.
 */
export const textFamilies: Readonly<Record<string, readonly string[]>> = {
  ...auditFamilies,
  ...contractFamilies,
  ...documentFamilies,
  ...entityFamilies,
  'action.show.*': [
    ...listed.kinds.flatMap(({ shownSteps }): readonly string[] => shownSteps),
    ...['accept', 'answer', 'decide', 'draft', 'document'],
  ],
  'error.*': [...refusalCodes, ...refusalsWithMore],
  'entity.rights.templates.*': Object.keys(roleTemplates),
  'import.days.*': csvDays,
  'import.differences.*': ['row', 'field', 'before', 'after'],
  'import.numbers.*': csvNumbers,
  'import.refused.*':
    'csv_columns csv_quote csv_rows csv_text xlsx_damaged xlsx_empty xlsx_formula xlsx_large'.split(' '),
  'import.report.*': ['line', 'column', 'value', 'problem'],
  'table.count.*': ['added', 'changed', 'removed'],
  'table.save.*': ['added', 'changed', 'deleted'],
  'table.state.*': ['added', 'changed', 'removed', 'invalid'],
  'table.used.*': ['procurement', 'invoice', 'contract', 'mailbox', 'marketplace', 'other'],
  'table.warning.*': ['copying', 'merged', 'too_long'],
  'field.*': [
    ...inputFields([
      saveInput,
      closeInvoicingInput,
      ...Object.values({ ...actionInputs, ...contractInputs }),
    ]),
    // The total has its own text.
    ...Object.keys(invoiceFields).filter((name) => name !== 'total_brutto'),
    ...Object.keys(invoiceLineFields),
    ...contractColumns,
    'tax_rows',
  ],
  'field.discount_*_*': [1, 2].flatMap((tier) =>
    ['percentage', 'amount', 'days', 'date'].map((name) => `${tier}.${name}`),
  ),
  'mail.*.text': letterKinds,
  'mail.not_sent.*': ['failed', 'uncertain'],
  ...punchoutFamilies,
  ...controlFamilies,
  ...sessionFamilies,
  ...dashboardFamilies,
  ...inboxFamilies,
  'mailbox.failure.*': mailboxFailures,
  'mailbox.sign_in.with_*': ['microsoft', 'google'],
  'mailbox.mail_failure.*': mailFailures,
  'overview.count.*': ['tasks', 'documents'],
  'overview.count.more_*': ['tasks', 'documents'],
  'overview.empty.*.text': tabs,
  'overview.empty.*.title': tabs,
  'entity.configuration.choice.invoice_export_columns.*': Object.keys(invoiceColumns),
  'overview.export.column.*': [
    ...new Set(
      [commonColumns, ...exportedKinds.map((kind) => kind.exportColumns)].flatMap((columns: ExportColumns) =>
        Object.keys(columns).filter((key) => columns[key]?.titleKey === undefined),
      ),
    ),
  ],
  'overview.export.format.*': exportFormats,
  'overview.*.*': [
    ...kinds.map((kind) => `kind.${kind}`),
    ...listed.filters.flatMap(({ key, words }) => words.map((word) => `${key}.${word}`)),
  ],
  'overview.filter.*': [
    'status',
    'kind',
    ...listed.filters.map(({ key }) => key),
    'range',
    'amount',
    ...referenceFilters,
    ...['held', 'late_deliveries', 'without_rate', 'cleared'],
  ],
  'overview.filter.date.*': dateFields,
  'overview.group.*': ['questions', 'overdue', 'soon', 'later', 'undated', 'older', 'week', 'today'],
  'overview.jump.*': ['start', 'end'],
  'overview.kind.*': kinds,
  'overview.payment.*': ['discount', 'due', 'notice'],
  'overview.payment.*_day': ['discount', 'due', 'notice', 'delivery'],
  'overview.range.*': [...new Set([...timeRanges, ...dashboardRanges])],
  'overview.sort.*': sortKeys,
  'overview.tab.*': tabs,
  'overview.view_mode.*': viewModes,
  '*.actions.*': [
    ...Object.keys(actionInputs).map((key) => `procurement.${key}`),
    ...Object.keys(invoiceInputs).map((key) => `invoice.${key}`),
    ...Object.keys(contractInputs).map((key) => `contract.${key}`),
  ],
  '*.actions.copy': ['procurement'],
  '*.actions.submit': ['procurement'],
  '*.dialog.*.text': allDialogs,
  '*.dialog.*.title': allDialogs,
  '*.new': kinds,
  '*.role.*': ['procurement.select_product_id', 'procurement.send_order_id'],
  'conflict.*': ['mine', 'theirs'],
  'invoice.actions.*': Object.keys(invoiceInputs),
  'invoice.bank.*': ['bank_data_differs', 'bank_data_first', 'bank_data_foreign'],
  'invoice.bank.point.*': ['ok', 'missing', 'unneeded'],
  'entity.supplier.accounts.*': ['withdraw_of', 'reject_of'],
  'entity.supplier.accounts.done.*': ['confirm', 'reject'],
  'entity.supplier.bank.column.*': ['account', 'state', 'proposed', 'decided'],
  'entity.supplier.bank.state.*': ['pending', 'confirmed', 'rejected', 'replaced', 'void'],
  'entity.supplier.twins.same.*': ['vat_number', 'tax_number', 'iban'],
  'shell.toast.*': ['waiting', 'documents_waiting', 'twins'],
  'invoice.hint.*': ['right', 'below'],
  'invoice.hint.order.*': ['day-first', 'month-first'],
  'invoice.read.adjustment.*': ['allowance', 'charge'],
  'invoice.read.field.*': readNames,
  'invoice.line_kind.*': invoiceLineKinds,
  'invoice.match.difference.*': [
    'price_above',
    'price_below',
    'quantity_above',
    'not_received',
    'other_currency',
    'other_unit',
  ],
  'invoice.take.from_*': ['order', 'contract', 'reading'],
  'invoice.formal.*': ['doubtful', 'missing'],
  'invoice.formal.point.*': formalPoints,
  'overview.invoice_type.*': invoiceDocumentTypes,
  'invoice.split.mode.*': splitModes,
  'invoice.split.share.*': splitModes,
  'invoice.split.problem.*': splitModes,
  'invoice.point.*': ['ok', 'doubtful', 'missing'],
  'invoice.review_status.*': reviewStatuses,
  'entity.supplier.choice.payment_method.*': paymentMethods,
  'invoice.tax_category.*': taxCategories,
  'invoice.read.type.*': Object.values(documentTypes),
  'unit.*': Object.values(unitWords),
  'invoice.recognition.*.text': ['running', 'waiting'],
  'invoice.recognition.*.title': ['running', 'waiting'],
  'invoice.tab.*': ['items', 'payment', 'documents', 'recognition'],
  'procurement.actions.*': Object.keys(actionInputs),
  'procurement.confirmation.*': ['quantity', 'price', 'delivery_date'],
  'procurement.dialog.confirm_order.*': ['title', 'title_change', 'title_cancellation'],
  'procurement.dialog.send_order.*': ['title', 'title_change', 'title_cancellation'],
  'procurement.grouping.*': ['supplier', 'cost_center', 'product_group'],
  'procurement.kind.*': lineKinds,
  'procurement.order.confirm.*': letterKinds,
  'procurement.order.due.*': ['change', 'cancellation'],
  'procurement.order.failure.*': letterFailures,
  'procurement.order.letter.*': letterKinds,
  'procurement.order.letter_state.*': ['sending', 'sent', 'told', 'failed', 'uncertain', 'cancelled'],
  'procurement.order.send.*': letterKinds,
  'procurement.order_state.*': supplierOrderStates,
  'procurement.payment.*': paymentTimings,
  'procurement.completely_invoiced.*': ['mark', 'unmark', 'done', 'open'],
  'procurement.surcharge.*': surcharges,
  'procurement.tab.*': ['items', 'invoices', 'documents'],
  'procurement.type.*': procurementTypes,
  'procurement.usage.*': usageTypes,
  'shell.add.*': (listed.kinds as readonly ListedKind[]).flatMap(({ addEntries, furtherSteps = [] }) =>
    [...addEntries, ...furtherSteps].map(({ key }) => key),
  ),
  'shell.environment.*.hint': ['dev', 'test'],
  'shell.environment.*.name': ['dev', 'test'],
  'keyboard.*': [
    'ends',
    'palette',
    'search',
    'move',
    'pick',
    'open',
    'steps',
    'next_open',
    'product_search',
    'line_ends',
    'line_find',
    'main_action',
    'close',
    'keys',
  ],
  'shell.palette.*': ['actions', 'go_to', 'records', 'settings', 'manual'],
  'shell.scheme.*': ['light', 'dark', 'auto'],
  'shell.since.*': ['minute', 'hour', 'day'],
  'status.*.*': [...kinds.flatMap((kind) => statusesOf[kind].map((status) => `${kind}.${status}`))],
  ...Object.fromEntries(kinds.map((kind) => [`status.${kind}.*`, statusesOf[kind]])),
  'step.*': entryTypes.filter(isWork),
  'timeline.*.*': entryTypes.flatMap((type) => variants(type).map((variant) => `${type}.${variant}`)),
  ...helpFamilies,
  ...operatorFamilies,
  ...exportFamilies,
  'timeline.note.*': notes,
  'timeline.note.recognition_failed.*': readingFailures,
  'invoice.warning.*': reportedWarnings,
  'invoice.kind.*': documentKinds.filter((kind) => kind !== 'invoice'),
  'invoice.duplicate.*': ['file', 'number', 'amount'],
  'invoice.upload.state.*': uploadStates,
  'invoice.pages.failure.*': ['encrypted', 'damaged', 'e_invoice'],
  'timeline.state.*': ['done', 'unsuccessful', 'current', 'future'],
};

/** TL-08: the text variants of an entry of this type. */
function variants(type: EntryType): readonly string[] {
  if (isStep(type)) return textTypes;
  if (isRemark(type)) return ['past'];
  if (type === 'cancellation') return ['past', 'past-unsuccessful'];
  // A withdrawn request can be cancelled (TASK-22).
  return type === 'start' ? ['present', 'past', 'past-unsuccessful'] : ['present', 'past'];
}

/** The names of all input fields, including those of heads and lines. */
function inputFields(inputs: readonly z.ZodType[]): string[] {
  const names = new Set<string>();
  const collect = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const properties = 'properties' in schema ? schema.properties : {};
    for (const name of Object.keys(properties ?? {})) names.add(name);
    for (const part of Object.values(schema)) collect(part);
  };
  for (const input of inputs) collect(z.toJSONSchema(input, { io: 'input' }));
  return [...names].filter((name) => !technical.has(name)).sort();
}
