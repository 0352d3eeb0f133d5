import { z } from 'zod';
import { refusalCodes } from '../../src/base/refusal.ts';
import { dateFields, overviewTabs, referenceFilters, sortKeys } from '../../src/features/overview/filter.ts';
import { timeRanges } from '../../src/features/overview/time-range.ts';
import { exportColumns } from '../../src/features/overview/web/export-columns.ts';
import {
  lineKinds,
  paymentTimings,
  procurementTypes,
  supplierOrderStates,
  usageTypes,
} from '../../src/features/procurement/model.ts';
import { actionInputs, saveInput } from '../../src/features/procurement/server/input.ts';
import { places } from '../../src/features/session/device.ts';
import {
  contractStatuses,
  invoiceStatuses,
  procurementStatuses,
} from '../../src/timeline/document-status.ts';
import {
  type EntryType,
  entryTypes,
  isRemark,
  isStep,
  isWork,
  textTypes,
} from '../../src/timeline/entry-types.ts';

/** Actions that ask something before they run, and what asks besides. */
const dialogs = [
  'submit',
  'decline',
  'send_to_clearing',
  'reassign',
  'to_select_product',
  'to_order',
  'to_delivery',
  'cancel',
  'finish_delivery',
  'confirm_order',
  'send_order',
  'delete_draft',
  'discard',
] as const;

/** What the product itself writes into a timeline; those with amounts have a second text that shows them. */
const notes = [
  'task_reassigned',
  'task_accepted',
  'task_returned',
  'goods_received',
  'approval_again',
  'document_edited',
  'order_sent',
  'order_confirmed',
  'creator_replaced',
  'request_withdrawn',
  'receipt_incomplete',
  'still_sending',
  'budget_exceeded',
  'budget_exceeded_amount',
  'approval_limit_exceeded',
  'approval_limit_exceeded_amount',
  'none_has_limit',
  'none_has_limit_amount',
] as const;

/** What travels with every command and is no field of a form. */
const technical = new Set(['id', 'idempotency_key', 'expected_version', 'confirmations', 'head']);

/**
 * Keys that the code puts together: the pattern as it stands there, with `*` for each expression, and every
 * value that the expressions can take, in their order and joined by a point.
 */
export const textFamilies: Readonly<Record<string, readonly string[]>> = {
  'action.show.*': [
    'select-product',
    'approval',
    'send-order',
    'delivery',
    'clearing',
    'accept',
    'draft',
    'document',
  ],
  'error.*': refusalCodes,
  'field.*': inputFields([saveInput, ...Object.values(actionInputs)]),
  'overview.count.*': ['tasks', 'documents'],
  'overview.empty.*.text': overviewTabs,
  'overview.empty.*.title': overviewTabs,
  'overview.export.column.*': Object.keys(exportColumns),
  'overview.field.*': ['net', 'gross', 'delivery_date', 'cost_center', 'ledger_account', 'creator'],
  'overview.filter.*': ['status', 'range', 'amount', ...referenceFilters],
  'overview.filter.date.*': dateFields,
  'overview.group.*': ['older', 'week', 'today'],
  'overview.range.*': timeRanges,
  'overview.sort.*': sortKeys,
  'overview.tab.*': overviewTabs,
  'procurement.actions.*': Object.keys(actionInputs),
  'procurement.changed.*': ['lines_added', 'lines_removed', 'lines_changed', 'received'],
  'procurement.dialog.*.text': dialogs,
  'procurement.dialog.*.title': dialogs,
  'procurement.grouping.*': ['supplier', 'cost_center', 'product_group'],
  'procurement.kind.*': lineKinds,
  'procurement.order_state.*': supplierOrderStates,
  'procurement.payment.*': paymentTimings,
  'procurement.role.*': ['select_product_id', 'send_order_id'],
  'procurement.type.*': procurementTypes,
  'procurement.usage.*': usageTypes,
  'session.place.*': places,
  'shell.add.*': ['order'],
  'shell.keys.*': ['palette', 'search', 'move', 'open', 'main_action', 'close', 'keys'],
  'shell.scheme.*': ['light', 'dark', 'auto'],
  'shell.since.*': ['minute', 'hour', 'day'],
  'status.*.*': [
    ...procurementStatuses.map((status) => `procurement.${status}`),
    ...invoiceStatuses.map((status) => `invoice.${status}`),
    ...contractStatuses.map((status) => `contract.${status}`),
  ],
  'status.procurement.*': procurementStatuses,
  'step.*': entryTypes.filter(isWork),
  'timeline.*.*': entryTypes.flatMap((type) => variants(type).map((variant) => `${type}.${variant}`)),
  'timeline.note.*': notes,
  'timeline.state.*': ['done', 'unsuccessful', 'current', 'future'],
};

/** TL-08: the texts that an entry of this type can take. */
function variants(type: EntryType): readonly string[] {
  if (isStep(type)) return textTypes;
  if (isRemark(type)) return ['past'];
  return type === 'cancellation' ? ['past', 'past-unsuccessful'] : ['present', 'past'];
}

/** The names of all input fields, those of heads and lines included. */
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

/** Fills the stars of a pattern from left to right. */
export function keysOfFamily(pattern: string, values: readonly string[]): string[] {
  const stars = pattern.split('*').length - 1;
  return values.map((value) => {
    const parts = stars === 1 ? [value] : value.split('.');
    return pattern.replaceAll('*', () => parts.shift() ?? '');
  });
}
