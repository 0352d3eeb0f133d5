import type { Day } from '../base/day.ts';
import type { DocumentKind, EntryType } from './entry-types.ts';
import { currentEntry, isCancelled, type Timeline } from './timeline.ts';

/** ENUM-01. */
export const procurementStatuses = [
  'draft',
  'open',
  'approval',
  'approved',
  'ordered',
  'clearing',
  'declined',
  'completed',
] as const;
export type ProcurementStatus = (typeof procurementStatuses)[number];

/** ENUM-02. */
export const invoiceStatuses = [
  'open',
  'approval',
  'financial-approval',
  'clearing',
  'accounting',
  'export',
  'completed',
  'declined',
  'declined-exported',
] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** ENUM-03, ENUM-04. */
export const contractStatuses = [
  'active',
  'inactive',
  'cancelled',
  'expired',
  'pending',
  'completed',
  'check',
  'clearing',
  'signature',
  'contract-approval',
] as const;
export type ContractStatus = (typeof contractStatuses)[number];

interface StatusOf {
  procurement: ProcurementStatus;
  invoice: InvoiceStatus;
  contract: ContractStatus;
}

interface StatusRule<Status> {
  /** The status while an entry of this type is the current one. */
  readonly at: Readonly<Partial<Record<EntryType, Status>>>;
  readonly done: Status;
  readonly cancelled: Status;
  /** The status after a cancellation of what had been exported before (TASK-09), where that is another one. */
  readonly cancelledAfterExport?: Status;
}

/** TL-18, with `draft` of TL-24. */
const statusRules: { readonly [Kind in DocumentKind]: StatusRule<StatusOf[Kind]> } = {
  procurement: {
    at: {
      start: 'draft',
      'select-product': 'open',
      approval: 'approval',
      'send-order': 'approved',
      delivery: 'ordered',
      clearing: 'clearing',
    },
    done: 'completed',
    cancelled: 'declined',
  },
  invoice: {
    at: {
      'invoice-recognition': 'open',
      'invoice-manual-check': 'approval',
      'invoice-financial-approval': 'financial-approval',
      'invoice-clearing': 'clearing',
      'invoice-accounting': 'accounting',
      'invoice-export': 'export',
    },
    done: 'completed',
    cancelled: 'declined',
    cancelledAfterExport: 'declined-exported',
  },
  contract: {
    at: {
      'contract-start': 'pending',
      'contract-check': 'check',
      'contract-approval': 'contract-approval',
      'contract-signing': 'signature',
      'contract-clearing': 'clearing',
    },
    done: 'completed',
    cancelled: 'cancelled',
  },
};

/**
 * The status a document has because of its timeline (TL-18, TL-25). What dates decide later (a contract
 * that is active or expired) is not the timeline's business.
 * Throws when the current entry cannot be current in this kind of document.
 */
export function documentStatus<Kind extends DocumentKind>(kind: Kind, timeline: Timeline): StatusOf[Kind] {
  const rule: StatusRule<StatusOf[Kind]> = statusRules[kind];
  if (isCancelled(timeline)) return (wasExported(timeline) && rule.cancelledAfterExport) || rule.cancelled;
  const current = currentEntry(timeline);
  if (current === null) return rule.done;
  const status = rule.at[current.type];
  if (status === undefined) throw new Error(`${current.type} cannot be the current entry of a ${kind}`);
  return status;
}

function wasExported(timeline: Timeline): boolean {
  return timeline.entries.some((entry) => entry.type === 'invoice-export' && entry.status === 'approved');
}

/** An invoice's text is fixed once it is paid and archived (TL-10). */
export function isInvoiceFixed(invoice: { readonly status: InvoiceStatus; readonly paid: boolean }): boolean {
  return invoice.paid && (invoice.status === 'completed' || invoice.status === 'declined-exported');
}

/** A contract's text is fixed once it is cancelled and its end has passed (TL-10). */
export function isContractFixed(
  contract: { readonly status: ContractStatus; readonly end_date: Day | null },
  today: Day,
): boolean {
  return contract.status === 'cancelled' && contract.end_date !== null && contract.end_date < today;
}
