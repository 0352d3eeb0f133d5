import type { Day } from '../../base/day.ts';
import type { ReadValue } from './reading.ts';

/** What durations of contracts are printed in; days have no unit of their own in a contract (ENUM-15). */
export const readUnits = ['day', 'week', 'month', 'quarter', 'semester', 'year'] as const;
export type ReadUnit = (typeof readUnits)[number];

/** So many units, as they are printed. */
export interface ReadPeriod {
  readonly count: number;
  readonly unit: ReadUnit;
}

/** What becomes of a contract at the end of its term. */
export interface ReadRenewal {
  readonly type: 'auto' | 'once' | 'none';
  /** Null where it is not renewed. */
  readonly period: ReadPeriod | null;
}

/** To which day a notice may be given; `term` is the end of the term, and no raster of the calendar. */
export const readTargets = [
  'term',
  'year_end',
  'half_year_end',
  'quarter_end',
  'month_end',
  'week_end',
] as const;
export type ReadTarget = (typeof readTargets)[number];

/** What stands in a contract about itself; null is what was not found, or what its clauses contradict about. */
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
  /** Its ISO code; null where several are named. Absent in readings from before contracts had a currency. */
  readonly currency?: ReadValue | null;
}

/** By what the other side may be known in the records; the tenant's own companies are left out. */
export interface ContractParties {
  readonly vatIds: readonly ReadValue[];
  readonly ibans: readonly ReadValue[];
  readonly names: readonly ReadValue[];
}

/** What reading one contract has brought, raw. */
export interface ContractReading {
  readonly reading: 'text' | 'ocr';
  readonly pages: number;
  readonly fields: ContractFieldsRead;
  readonly parties: ContractParties;
}
