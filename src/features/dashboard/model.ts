import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';
import type { DocumentKind } from '../../timeline/kinds.ts';
import type { DueReminder } from '../contract/due-reminder.ts';

/** Dimensions that documents are summed by (DASH-03), in display order. */
export const dimensions = ['status', 'department', 'cost_center', 'ledger_account'] as const;
export type Dimension = (typeof dimensions)[number];

/** Only the largest rows are named; the others form one row without a name. */
export const maxNamed = 50;

/** Number of products shown (DASH-04). */
export const maxProducts = 20;

/** Deadlines within this many days are near (DASH-04). */
export const nearDays = 90;

/** Number and net sum of documents in company currency (DASH-05). Amounts of different currencies are never added. */
export interface Figure {
  readonly kind: DocumentKind;
  readonly currency: string;
  /** Null for all documents of the kind. */
  readonly dimension: Dimension | null;
  /** A status, or the id of a record; null for documents without one. */
  readonly key: string | null;
  /** Number of the cost center or account. */
  readonly number: string | null;
  readonly name: string | null;
  /** The sum of the rows that are not named. */
  readonly is_rest: boolean;
  readonly count: number;
  readonly net: Amount;
  /** Documents that are not in `net` because their rate is unknown (PRICE-07). */
  readonly without_rate: number;
}

/** Use of a cost center's budgets that are valid on a day (DASH-04, BUD-05). */
export interface BudgetedCostCenter {
  readonly id: number;
  readonly number: string;
  readonly name: string;
  /** Currency of its companies. */
  readonly currency: string;
  readonly value: Amount;
  readonly invoiced: Amount;
  readonly committed: Amount;
  /** Documents that are in none of these amounts because their rate is unknown (PRICE-07). */
  readonly without_rate: number;
}

/** Invoiced and committed amounts of all these budgets in one month. */
export interface BudgetedMonth {
  readonly currency: string;
  /** First day of the month. */
  readonly month: Day;
  readonly invoiced: Amount;
  readonly committed: Amount;
}

export interface BudgetFigures {
  /** The day on which the budgets are valid: the last day of the filter, but not in the future. */
  readonly day: Day;
  readonly cost_centers: readonly BudgetedCostCenter[];
  readonly months: readonly BudgetedMonth[];
  /** Documents that are in none of these amounts because their rate is unknown, by currency of the cost centers. */
  readonly without_rate: readonly { readonly currency: string; readonly count: number }[];
}

/** Sort order of products. */
export const productOrders = ['value', 'quantity'] as const;
export type ProductOrder = (typeof productOrders)[number];

export interface ProductFigure {
  /** Names the product among the lines of orders: id, supplier, item number and unit. */
  readonly key: string;
  readonly name: string;
  readonly item_number: string | null;
  readonly unit: string;
  readonly currency: string;
  readonly quantity: string;
  readonly net: Amount;
  /** Orders that are not in `net` because their rate is unknown (PRICE-07). */
  readonly without_rate: number;
  /** Rank by value and by quantity, from 1. */
  readonly by_value: number;
  readonly by_quantity: number;
}

export interface NearDeadline {
  readonly id: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly supplier: string | null;
  readonly deadline: Day;
  /** Null for usage-based prices (CON-27). */
  readonly yearly: Amount | null;
  readonly currency: string;
}

/** A due reminder of a contract without a decision (CON-25). */
export interface OpenReminder extends Pick<DueReminder, 'id' | 'type'> {
  readonly contract_id: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly supplier: string | null;
  /** The day it reminds of, such as an end or a deadline. */
  readonly day: Day;
  /** The end that follows without a decision. */
  readonly until: Day | null;
  /** Period without an invoice. */
  readonly interval_from: Day | null;
  readonly interval_to: Day | null;
  readonly note: string | null;
}

export interface ContractFigures {
  /** Active contracts and their cost per year, by currency (CON-27). */
  readonly active: readonly {
    readonly currency: string;
    readonly count: number;
    readonly yearly: Amount;
    /** Contracts that are not in `yearly` because their rate is unknown (PRICE-07). */
    readonly without_rate: number;
  }[];
  readonly near_count: number;
  readonly near: readonly NearDeadline[];
  readonly reminder_count: number;
  readonly reminders: readonly OpenReminder[];
}

/** Waiting time of the person's own finished steps, in hours. */
export interface OwnTurnAround {
  readonly step: string;
  readonly count: number;
  readonly median_hours: number;
}
