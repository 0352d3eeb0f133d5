import type { Day } from '../../../base/day.ts';
import type { Amount } from '../../../base/money.ts';
import type { SepaScheme } from './mandate.ts';

/** The first of a mandate, one of many, or the last (rulebooks of CORE and B2B). */
export const sequences = ['FRST', 'RCUR', 'FNAL'] as const;
export type Sequence = (typeof sequences)[number];

export interface DebtorAddress {
  readonly street: string;
  /** Absent in what was kept before towns stood apart: there the town begins with it. */
  readonly zipcode?: string;
  readonly town: string;
  readonly country: string;
}

/** What has changed since a mandate was used the last time, of which its bank is told once. */
export interface Amendment {
  /** The debtor has another account (SMNDA). */
  readonly isOtherAccount: boolean;
  /** The id that the creditor had; null: it is the same. */
  readonly formerCreditorId: string | null;
}

/** One direct debit as the bank is told of it. It is kept as it was written. */
export interface Collection {
  /** Unique for each try to collect a bill, at most 35 characters. */
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
  /** Of accounts outside of the European Economic Area alone, where banks want it. */
  readonly address: DebtorAddress | null;
  /** What the statement of the debtor says. */
  readonly text: string;
  readonly amendment: Amendment | null;
  readonly creditorId: string;
}
