import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';
import type { DueReminder } from '../contract/due-reminder.ts';

/** By what documents are added up (DASH-03), in the order in which the dashboard shows it. */
export const dimensions = ['status', 'department', 'cost_center', 'ledger_account'] as const;
export type Dimension = (typeof dimensions)[number];

/** Of more than these only the largest are named; what is left is one row without a name. */
export const mostNamed = 50;

/** So many products are shown (DASH-04). */
export const mostProducts = 20;

/** Deadlines within so many days after today are near (DASH-04). */
export const nearDays = 90;

/**
 * Documents that have something in common: how many they are, and what they are worth net in the currency of their
 * companies (DASH-05). Amounts of different currencies are never added.
 */
export interface Figure {
  readonly kind: string;
  readonly currency: string;
  /** Null for all documents of the kind. */
  readonly dimension: Dimension | null;
  /** A status, or the id of a record; null where the document has none. */
  readonly key: string | null;
  /** The number of a cost center or an account. */
  readonly number: string | null;
  readonly name: string | null;
  /** These are the many small ones that are not named. */
  readonly is_rest: boolean;
  readonly count: number;
  readonly net: Amount;
}

/** What the budgets of a cost center that are valid on a day have been used for (DASH-04, BUD-05). */
export interface BudgetedCostCenter {
  readonly id: number;
  readonly number: string;
  readonly name: string;
  /** That of its companies. */
  readonly currency: string;
  readonly value: Amount;
  readonly invoiced: Amount;
  readonly committed: Amount;
}

/** One month of all these budgets: what was invoiced and committed in it. */
export interface BudgetedMonth {
  readonly currency: string;
  /** Its first day. */
  readonly month: Day;
  readonly invoiced: Amount;
  readonly committed: Amount;
}

export interface BudgetFigures {
  /** The day on which the budgets are valid: the last one of the filter that is not in the future. */
  readonly day: Day;
  readonly cost_centers: readonly BudgetedCostCenter[];
  readonly months: readonly BudgetedMonth[];
}

/** By what products are shown. */
export const productOrders = ['value', 'quantity'] as const;
export type ProductOrder = (typeof productOrders)[number];

export interface ProductFigure {
  readonly name: string;
  readonly item_number: string | null;
  readonly unit: string;
  readonly currency: string;
  readonly quantity: string;
  readonly net: Amount;
  /** Its place by value and by quantity, from 1. */
  readonly by_value: number;
  readonly by_quantity: number;
}

export interface NearDeadline {
  readonly id: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly supplier: string | null;
  readonly deadline: Day;
  /** Null where it depends on use (CON-27). */
  readonly yearly: Amount | null;
  readonly currency: string;
}

/** A reminder that has come due at a contract and about which nobody has decided (CON-25). */
export interface OpenReminder extends Pick<DueReminder, 'id' | 'type'> {
  readonly contract_id: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly supplier: string | null;
  /** What it reminds of: an end, a deadline, a day; null where the terms no longer have one. */
  readonly day: Day | null;
  /** The time without an invoice. */
  readonly interval_from: Day | null;
  readonly interval_to: Day | null;
  readonly note: string | null;
}

export interface ContractFigures {
  /** Active contracts, and what they cost in a year, by currency (CON-27). */
  readonly active: readonly { readonly currency: string; readonly count: number; readonly yearly: Amount }[];
  readonly near_count: number;
  readonly near: readonly NearDeadline[];
  readonly reminder_count: number;
  readonly reminders: readonly OpenReminder[];
}

/** How long the person's own finished steps had waited for him, in hours. */
export interface OwnTurnAround {
  readonly step: string;
  readonly count: number;
  readonly median_hours: number;
}
