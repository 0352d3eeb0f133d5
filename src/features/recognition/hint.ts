import type { UsualOrder } from './text/dates.ts';

/** Fields of which a correction teaches where they stand, and as what they are printed. */
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

/** How a value lies to the words that announce it. */
export type HintRelation = 'right' | 'below';

/** On which page it stands; `any` where the document that taught it has one page only. */
export type HintPage = 'first' | 'last' | 'any';

/** Where one supplier prints a value, learnt from a correction. It holds no value of the document. */
export interface Hint {
  readonly field: TaughtField;
  /** The words beside or above the value, as they are printed. */
  readonly anchor: string;
  readonly relation: HintRelation;
  readonly page: HintPage;
  /** Of a number, `9` for its digits and `A` for its letters: `A-9-9`; null for days and amounts. */
  readonly shape: string | null;
  /** Of a day written with slashes, what the supplier writes first. */
  readonly slashOrder: UsualOrder | null;
  /** The words beside what was read instead; null where nothing was read. */
  readonly against: string | null;
}

/** The hints of one supplier, newest first, and by what a document is known to be theirs. */
export interface SupplierHints {
  readonly name: string;
  readonly vatId: string | null;
  readonly iban: string | null;
  readonly hints: readonly Hint[];
}

/** What a person found right, by the fields that were read otherwise; days and amounts as a reading names them. */
export type Corrections = Readonly<Partial<Record<TaughtField, string>>>;

/** A hint as it is kept. */
export interface KeptHint extends Hint {
  readonly id: number;
}

/** What one corrected document teaches. */
export interface Lesson {
  readonly learnt: readonly Hint[];
  /** Kept hints that led to the right value. */
  readonly right: readonly number[];
  /** Kept hints that led to another one. */
  readonly wrong: readonly number[];
}

/** Characters of an anchor. */
export const longestAnchor = 60;
