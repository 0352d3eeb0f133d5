import type { Amount } from '../../base/money.ts';

/** How a target takes the numbers of invoices (VAL-14). */
export interface NumberForm {
  readonly mostCharacters: number;
  /** The whole printed number in the characters that the target takes. */
  readonly spelled: (printed: string) => string;
  /** The end of a spelled number, without what cannot stand at its beginning. */
  readonly trimmed: (end: string) => string;
  readonly isTaken: (number: string) => boolean;
}

/** How a target writes the rate of a foreign currency (PRICE-07). */
export interface RateForm {
  /** `rate` is units of the company's currency for one of the invoice's. */
  readonly written: (rate: Amount) => Amount;
  readonly greatest: Amount;
}

/**
 * What is known of a target without asking it: what invoices have to be like for it, and what a run of it can do. How it is
 * done stands in `src/features/accounting-export/targets`.
 */
export interface DeclaredTarget {
  /** The system that books, as people know it in every language. */
  readonly system: string;
  readonly number: NumberForm;
  /** Null where any rate can be written. */
  readonly rate: RateForm | null;
  /** What lines are booked by beside account, cost center and profit center (INV-16). */
  readonly bookedBy: {
    readonly postingKeys: boolean;
    readonly dimensions: boolean;
    readonly taxGroups: boolean;
    /** The company may list which accounts and cost centers go together (VAL-20). */
    readonly combinations: boolean;
  };
  /** It writes files that people import. A run of it can be withdrawn (EXP-23), and the target cannot be asked. */
  readonly isFile: boolean;
  /** A file of the adviser shows what it has booked (EXP-29). */
  readonly hasAdviserFile: boolean;
  /** Exported invoices may be exported again without clearing (EXP-04). */
  readonly takesAgain: boolean;
  /** How people sign in; null where nobody does (SET-05). */
  readonly connection: TargetConnection | null;
}

export interface TargetConnection {
  /** The page of the settings (SET-01). */
  readonly tab: 'datev' | 'd365';
  /** In the addresses of the API (API-24, API-25). */
  readonly path: string;
  /** Each company has its own (EXP-07), else the tenant has one. */
  readonly isOfCompany: boolean;
}

/** Numbers in any characters, without spaces around them. */
export function plainNumber(mostCharacters: number): NumberForm {
  const trimmed = (text: string): string => text.trim();
  return { mostCharacters, spelled: trimmed, trimmed, isTaken: () => true };
}
