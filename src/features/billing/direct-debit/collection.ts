import type { Day } from '../../../base/day.ts';
import type { Amount } from '../../../base/money.ts';
import type { SepaScheme } from './mandate.ts';

/** First, recurring and final use of a mandate (rulebooks of CORE and B2B). */
export const sequences = ['FRST', 'RCUR', 'FNAL'] as const;
export type Sequence = (typeof sequences)[number];

export interface DebtorAddress {
  readonly street: string;
  /** Absent in old records, whose town begins with it. */
  readonly zipcode?: string;
  readonly town: string;
  readonly country: string;
}

/** Changes since the last use of a mandate, reported to the bank once. */
export interface Amendment {
  /** The debtor's account changed (SMNDA). */
  readonly isOtherAccount: boolean;
  /** The creditor's former id; null if unchanged. */
  readonly formerCreditorId: string | null;
}

/** A direct debit as sent to the bank; stored unchanged. */
export interface Collection {
  /** Unique for each attempt to collect a bill, at most 35 characters. */
  readonly reference: string;
  readonly mandate: string;
  readonly mandateDay: Day;
  readonly scheme: SepaScheme;
  readonly sequence: Sequence;
  readonly day: Day;
  /** In euros. */
  readonly amount: Amount;
  readonly holder: string;
  readonly iban: string;
  readonly bic: string | null;
  /** Only for accounts outside of the European Economic Area, where banks require it. */
  readonly address: DebtorAddress | null;
  /** Text on the debtor's statement. */
  readonly text: string;
  readonly amendment: Amendment | null;
  readonly creditorId: string;
}
