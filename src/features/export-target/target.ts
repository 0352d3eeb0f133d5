import type { Amount } from '../../base/money.ts';

/** The format of invoice numbers that a target accepts (VAL-14). */
export interface NumberForm {
  readonly maxCharacters: number;
  /** Replaces the characters of a printed number that the target does not accept. */
  readonly spelled: (printed: string) => string;
  /** The end of such a number, without characters that are invalid at its beginning. */
  readonly trimmed: (end: string) => string;
  readonly isTaken: (number: string) => boolean;
}

/** The format of a foreign currency rate in a target (PRICE-07). */
export interface RateForm {
  /** `rate` is in units of the company's currency per unit of the invoice's. */
  readonly written: (rate: Amount) => Amount;
  readonly greatest: Amount;
}

/**
 * The static facts about a target: the requirements on invoices and the capabilities of a run. The implementation is
 * in `src/features/accounting-export/targets`.
 */
export interface DeclaredTarget {
  /** The name of the accounting system, the same in every language. */
  readonly system: string;
  readonly number: NumberForm;
  /** Null where any rate is accepted. */
  readonly rate: RateForm | null;
  /** The parts of a booking besides account, cost center and profit center (INV-16). */
  readonly bookedBy: {
    readonly postingKeys: boolean;
    readonly dimensions: boolean;
    readonly taxGroups: boolean;
    /** The company may list the allowed combinations of accounts and cost centers (VAL-20). */
    readonly combinations: boolean;
  };
  /** Writes files that people import. A run can be withdrawn (EXP-23), and the target cannot be queried. */
  readonly isFile: boolean;
  /** A file from the tax adviser shows the bookings (EXP-29). */
  readonly hasAdviserFile: boolean;
  /** Exported invoices can be exported again without clearing (EXP-04). */
  readonly takesAgain: boolean;
  /** The sign-in; null for targets without one (SET-05). */
  readonly connection: TargetConnection | null;
  /** The settings page (SET-01); absent for targets without one. */
  readonly settingsTab?: 'datev' | 'd365';
}

export interface TargetConnection {
  /** The settings page (SET-01). */
  readonly tab: 'datev' | 'd365';
  /** The path segment in API addresses (API-24, API-25). */
  readonly path: string;
  /** Each company has its own connection (EXP-07), otherwise the tenant has one. */
  readonly isOfCompany: boolean;
}

/** Accepts numbers of any characters, without surrounding spaces. */
export function plainNumber(maxCharacters: number): NumberForm {
  const trimmed = (text: string): string => text.trim();
  return { maxCharacters, spelled: trimmed, trimmed, isTaken: () => true };
}
