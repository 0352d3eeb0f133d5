import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';
import type { ReadValue } from './reading.ts';

/** Units of printed contract durations; a contract itself has no unit for days (ENUM-15). */
const readUnits = ['day', 'week', 'month', 'quarter', 'semester', 'year'] as const;
export type ReadUnit = (typeof readUnits)[number];

/** A printed duration. */
export interface ReadPeriod {
  readonly count: number;
  readonly unit: ReadUnit;
}

/** The renewal of a contract at the end of its term. */
export interface ReadRenewal {
  readonly type: 'auto' | 'once' | 'none';
  /** Null where it is not renewed. */
  readonly period: ReadPeriod | null;
}

/** The day to which notice may be given; `term` is the end of the term, the others are calendar periods. */
const readTargets = ['term', 'year_end', 'half_year_end', 'quarter_end', 'month_end', 'week_end'] as const;
export type ReadTarget = (typeof readTargets)[number];

/** The intervals of a printed price. */
const readIntervals = ['month', 'quarter', 'semester', 'year'] as const;
export type ReadInterval = (typeof readIntervals)[number];

/** The net cost of a contract per interval. */
export interface ReadPrice {
  readonly amount: Amount;
  readonly interval: ReadInterval;
}

/** What kind of contract a title names; `other` is never named. */
export const readCategories = [
  'service',
  'subscription',
  'license',
  'maintenance',
  'consulting',
  'leasing',
  'rental',
  'support',
] as const;
export type ReadCategory = (typeof readCategories)[number];

/** The fields read from a contract; null when not found, or when clauses contradict each other. */
export interface ContractFieldsRead {
  readonly contractNumber: ReadValue | null;
  readonly contractDate: ReadValue<Day> | null;
  readonly startDate: ReadValue<Day> | null;
  readonly endDate: ReadValue<Day> | null;
  readonly indefinite: ReadValue<true> | null;
  readonly term: ReadValue<ReadPeriod> | null;
  readonly minimumTerm: ReadValue<ReadPeriod> | null;
  readonly renewal: ReadValue<ReadRenewal> | null;
  readonly notice: ReadValue<ReadPeriod> | null;
  readonly noticeTo: ReadValue<ReadTarget> | null;
  /** ISO 4217; null when several are named. Absent in readings from before contracts had a currency. */
  readonly currency?: ReadValue | null;
  // Absent in older readings, too.
  /** The heading of the document. */
  readonly title?: ReadValue | null;
  readonly category?: ReadValue<ReadCategory> | null;
  /** Null when several prices are named. */
  readonly price?: ReadValue<ReadPrice> | null;
  /** The only other party in the preamble, not matched with suppliers. */
  readonly partnerName?: ReadValue | null;
  /** The working day of the month until which a notice may still arrive (CON-29). */
  readonly noticeWorkdays?: ReadValue<number> | null;
}

/** Identifiers of the possible partner in the master data; the tenant's own companies are left out. */
export interface ContractParties {
  readonly vatIds: readonly ReadValue[];
  readonly ibans: readonly ReadValue[];
  readonly names: readonly ReadValue[];
}

/** The raw result of reading one contract. */
export interface ContractReading {
  readonly reading: 'text' | 'ocr';
  readonly pages: number;
  readonly fields: ContractFieldsRead;
  readonly parties: ContractParties;
}
