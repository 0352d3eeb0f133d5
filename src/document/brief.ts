import type { Day } from '../base/day.ts';
import type { Amount } from '../base/money.ts';

/** The summary of a document that a decision needs, limited to what the reader may see (MAIL-06). */
export interface DocumentBrief {
  readonly number: string | null;
  readonly name: string | null;
  /** The name of the creator. */
  readonly creator: string | null;
  readonly company: string | null;
  readonly suppliers: readonly string[];
  /** Names with numbers. */
  readonly costCenters: readonly string[];
  /** Further facts that the kind names, such as the supplier's number of an invoice; empty ones are left out. */
  readonly facts: readonly BriefFact[];
  /** The first lines only. */
  readonly lines: readonly BriefLine[];
  readonly lineCount: number;
  readonly currency: string;
  /** Per year for recurring payments (CON-37). Like all amounts null for readers without prices (ROLE-07). */
  readonly net: Amount | null;
  readonly gross: Amount | null;
  /** The rate to the company's currency; null for the same currency, an unknown rate or a reader without prices. */
  readonly rate: BriefRate | null;
  /** Null for kinds that commit to no more than their total, and for readers without prices (CON-39). */
  readonly commitment: Committed | null;
  /** The budgets that the document uses; empty for readers without prices. */
  readonly budgets: readonly BriefBudget[];
}

/** The company's total commitment through a document (CON-39). */
export interface Committed {
  readonly net: Amount;
  /** Of the company, or of the document while its rate is unknown (PRICE-07). */
  readonly currency: string;
  /** The earliest end that can still be reached; null where it is unknown, and one year is counted. */
  readonly until: Day | null;
  /** Net cost per year in the document's currency; null where it depends on use (CON-37). */
  readonly yearly: Amount | null;
}

/** The source of a rate: typed by a person, stated on the document, or the reference rate of the ECB (PRICE-07). */
export type RateSource = 'typed' | 'document' | 'ecb';

/** The rate of a document in a foreign currency (PRICE-07). */
export interface BriefRate {
  /** The company's currency. */
  readonly currency: string;
  /** Company currency per unit of the document's currency. */
  readonly rate: Amount;
  readonly day: Day | null;
  readonly source: RateSource;
}

export interface BriefFact {
  /** The label is `field.<column>`. */
  readonly column: string;
  readonly value: string;
  readonly isDay: boolean;
}

export interface BriefLine {
  readonly text: string | null;
  readonly quantity: Amount | null;
  readonly unit: string | null;
  readonly net: Amount | null;
}

/** The remainder of a budget without and with the document, in the company's currency (BUD-05). */
export interface BriefBudget {
  readonly name: string;
  /** Name with number. */
  readonly costCenter: string;
  readonly before: Amount;
  readonly after: Amount;
  readonly currency: string;
}
