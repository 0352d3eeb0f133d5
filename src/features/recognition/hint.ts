import type { UsualOrder } from './text/dates.ts';

/** Fields whose place a correction teaches, with the type of the printed value. */
export const taughtFields = {
  invoiceNumber: 'text',
  orderReference: 'text',
  invoiceDate: 'day',
  dueDate: 'day',
  deliveryDate: 'day',
  totalNet: 'amount',
  totalTax: 'amount',
  totalGross: 'amount',
} as const;
export type TaughtField = keyof typeof taughtFields;

/** The position of a value relative to its label words. */
export type HintRelation = 'right' | 'below';

/** The page of the value; `any` when the corrected document has only one page. */
export type HintPage = 'first' | 'last' | 'any';

/** The place where a supplier prints a value, learnt from a correction. Contains no value of the document. */
export interface Hint {
  readonly field: TaughtField;
  /** The printed words beside or above the value. */
  readonly anchor: string;
  readonly relation: HintRelation;
  readonly page: HintPage;
  /** The shape of a number, with `9` for digits and `A` for letters: `A-9-9`; null for days and amounts. */
  readonly shape: string | null;
  /** The supplier's order of day and month in days with slashes. */
  readonly slashOrder: UsualOrder | null;
  /** The words beside the wrong value; null when nothing was read. */
  readonly against: string | null;
}

/** The hints of one supplier, newest first, and the identifiers that match its documents. */
export interface SupplierHints {
  readonly name: string;
  readonly vatId: string | null;
  readonly iban: string | null;
  readonly hints: readonly Hint[];
}

/** The corrected values by field; days and amounts in the format of a reading. */
export type Corrections = Readonly<Partial<Record<TaughtField, string>>>;

/** A stored hint. */
export interface KeptHint extends Hint {
  readonly id: number;
}

/** The result of learning from one corrected document. */
export interface Lesson {
  readonly learnt: readonly Hint[];
  /** IDs of stored hints that led to the right value. */
  readonly right: readonly number[];
  /** IDs of stored hints that led to a wrong value. */
  readonly wrong: readonly number[];
}

/** The most characters of an anchor. */
export const longestAnchor = 60;
