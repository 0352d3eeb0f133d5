import type { Day } from '../base/day.ts';
import type { Amount } from '../base/money.ts';

/** What a person needs to know of a document to decide on it, as far as he may see it (MAIL-06). */
export interface DocumentBrief {
  readonly number: string | null;
  readonly name: string | null;
  /** Who made it. */
  readonly creator: string | null;
  readonly company: string | null;
  readonly suppliers: readonly string[];
  /** With their numbers. */
  readonly costCenters: readonly string[];
  /** The first ones. */
  readonly lines: readonly BriefLine[];
  readonly lineCount: number;
  readonly currency: string;
  /** In a year where it is paid again and again (CON-37); null for readers without prices, as all amounts (ROLE-07). */
  readonly net: Amount | null;
  readonly gross: Amount | null;
  /** To the currency of its company; null where both are the same, no rate is known, or the reader sees no prices. */
  readonly rate: BriefRate | null;
  /** Null for kinds that commit to no more than their total, and for readers without prices (CON-39). */
  readonly commitment: (Committed & { readonly currency: string }) | null;
  /** The budgets that it takes from; none for readers without prices. */
  readonly budgets: readonly BriefBudget[];
}

/** What a document commits its company to in all, net in the currency of the company (CON-39). */
export interface Committed {
  readonly net: Amount;
  /** The earliest end that can still be reached; null where nobody can say one, and a year is counted. */
  readonly until: Day | null;
  /** What it costs net in a year, in its own currency; null where that depends on use (CON-37). */
  readonly yearly: Amount | null;
}

/** Whether a person typed a rate, the document itself says so, or it is the reference rate of the ECB (PRICE-07). */
export type RateSource = 'typed' | 'document' | 'ecb';

/** The rate of a document in a foreign currency (PRICE-07). */
export interface BriefRate {
  /** The company's. */
  readonly currency: string;
  /** Of that per unit of the document's. */
  readonly rate: Amount;
  readonly day: Day | null;
  readonly source: RateSource;
}

export interface BriefLine {
  readonly text: string | null;
  readonly quantity: Amount | null;
  readonly unit: string | null;
  readonly net: Amount | null;
}

/** What a budget has left without and with the document, in the company's currency (BUD-05). */
export interface BriefBudget {
  readonly name: string;
  /** With its number. */
  readonly costCenter: string;
  readonly before: Amount;
  readonly after: Amount;
  readonly currency: string;
}
