import { type Confirmations, unlessConfirmed } from '../../base/confirmation.ts';
import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';
import { isRefusal, type Refusal, type RefusalCode, type RefusalValue, refuse } from '../../base/refusal.ts';
import type { Abbreviation } from '../../document/number.ts';
import { totals } from '../../document/totals.ts';
import { hasRole } from '../../platform/context.ts';
import { documentStatus } from '../../timeline/document-status.ts';
import type { ProcurementStatus } from '../../timeline/kinds.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import { confirmationSubject, type ProcurementSituation, supplierIds } from './facts.ts';
import type { Procurement, ProcurementHead, SupplierOrder } from './model.ts';

/** One row of `goods_receipt`; a negative quantity takes an earlier receipt back (DATA-30). */
export interface NewReceipt {
  readonly procurement_line_id: number;
  readonly quantity: Amount;
  readonly reason: string | null;
}

/** What a supplier confirmed of one line; what is absent he did not say (PROC-36). */
export interface ConfirmedLine {
  readonly procurement_line_id: number;
  readonly quantity: Amount | null;
  /** In the line's own price mode and unit. */
  readonly price: Amount | null;
  readonly delivery_date: Day | null;
}

/** One row of `order_confirmation` with its lines. */
export interface NewConfirmation {
  readonly supplier_id: number;
  readonly marketplace_id: number | null;
  readonly lines: readonly ConfirmedLine[];
  /** It says what was ordered, so that nobody has to accept anything. */
  readonly isAsOrdered: boolean;
}

/** What an action makes of a document; the store writes all of it or nothing. */
export interface Outcome {
  readonly timeline: Timeline;
  readonly status: ProcurementStatus;
  /** Columns of the head to write, besides the status. */
  readonly head: Partial<ProcurementHead>;
  /** Supplier orders in their new state; those without id are to be inserted. */
  readonly orders: readonly SupplierOrder[];
  readonly receipts: readonly NewReceipt[];
  readonly confirmation: NewConfirmation | null;
  /** The confirmation whose differences are accepted. */
  readonly acceptedConfirmationId: number | null;
  /** The number to take under lock, after everything else (NUM-04). */
  readonly takesNumber: Abbreviation | null;
  /** Persons whom the comment that is added asks something (TASK-23). */
  readonly asked: readonly number[];
  /** Open questions that are answered by it. */
  readonly answered: readonly number[];
}

/** The outcome with the status that follows from the timeline (TL-18); a refused timeline stays a refusal. */
export function outcome(
  timeline: Timeline | Refusal,
  rest: Partial<Omit<Outcome, 'timeline' | 'status'>> = {},
): Outcome | Refusal {
  if (isRefusal(timeline)) return timeline;
  const status = documentStatus('procurement', timeline);
  return { timeline, status, ...nothingElse, ...rest };
}

const nothingElse = {
  head: {},
  orders: [],
  receipts: [],
  confirmation: null,
  acceptedConfirmationId: null,
  takesNumber: null,
  asked: [],
  answered: [],
} as const satisfies Partial<Outcome>;

/** A remark of the product itself, ready for the timeline. */
export type SystemRemark = ReturnType<typeof systemRemark>;

/** Something that a person must have confirmed before an action goes on. */
export interface Doubt {
  readonly code: RefusalCode;
  readonly values?: Readonly<Record<string, RefusalValue>>;
  /** In the company's currency; shown only to persons who may see prices (ROLE-07). */
  readonly amounts?: Readonly<Record<string, Amount>>;
  /** The company allows no "proceed anyway" (APPR-16). */
  readonly isBlocking?: boolean;
  /** Others are to decide about it, so that it is only written down. */
  readonly isOnlyNoted?: boolean;
}

/**
 * Asks about the doubts one after the other. Once all are confirmed it answers the system remarks
 * that write down what was gone beyond (APPR-11, BUD-06).
 */
export function confirmedRemarks(
  situation: ProcurementSituation,
  action: string,
  doubts: readonly Doubt[],
  confirmations: Confirmations | null | undefined,
): readonly SystemRemark[] | Refusal {
  const named = doubts.map((doubt) => ({ ...doubt, values: withCurrency(situation, doubt) }));
  for (const { code, values, amounts = {}, isBlocking, isOnlyNoted } of named) {
    if (isOnlyNoted) continue;
    const shown = { ...values, ...shownAmounts(situation, amounts) };
    const refusal = isBlocking
      ? refuse(code, { values: shown })
      : unlessConfirmed(code, shown, confirmationSubject(situation, action), confirmations);
    if (refusal !== null) return refusal;
  }
  return named.map(({ code, values, amounts }) => systemRemark({ code, values, amounts }));
}

/** Whoever reads an amount reads its currency beside it (API-41). */
function withCurrency(
  { facts }: ProcurementSituation,
  { values, amounts }: Doubt,
): Readonly<Record<string, RefusalValue>> {
  const hasAmounts = amounts !== undefined && facts.company !== null;
  return { ...values, ...(hasAmounts ? { currency: facts.company.currency } : {}) };
}

/**
 * Budgets that the document makes negative: a question, a refusal or a matter of additional approval (BUD-06, APPR-16).
 * Where the cost center has nobody for that approval, or the way leads past it, it is a question all the same.
 */
export function budgetDoubts({ facts }: ProcurementSituation, leadsPastApproval = false): readonly Doubt[] {
  const setting = facts.company?.when_budget_exceeded ?? 'confirm';
  return facts.exceededBudgets.map((budget) => ({
    code: 'budget_exceeded',
    values: { budget: budget.name, cost_center: budget.cost_center },
    amounts: { amount: budget.exceeded_by },
    isBlocking: setting === 'block',
    isOnlyNoted: setting === 'additional_approval' && budget.approvers.length > 0 && !leadsPastApproval,
  }));
}

/** None of the chosen approvers has a large enough limit (APPR-05). */
export function uncoveredDoubts(
  { facts }: ProcurementSituation,
  isUncovered: boolean,
  value: Amount,
): readonly Doubt[] {
  const isBlocking = facts.company?.when_limit_exceeded === 'block';
  return isUncovered ? [{ code: 'none_has_limit', amounts: { value }, isBlocking }] : [];
}

/** Value and suppliers, remembered whenever everybody who had to has approved (TASK-07). */
export function approvalMemory({ lines }: Procurement): Partial<ProcurementHead> {
  return { approved_netto: totals(lines).total_netto, approved_supplier_ids: supplierIds(lines) };
}

function shownAmounts(
  { actor }: ProcurementSituation,
  amounts: Readonly<Record<string, Amount>>,
): Readonly<Record<string, RefusalValue>> {
  if (hasRole(actor, 'user-price')) return amounts;
  return Object.fromEntries(Object.keys(amounts).map((key) => [key, null]));
}
