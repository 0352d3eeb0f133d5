import type { Day } from '../../../base/day.ts';

/** Kinds of contract terms. */
export const termTypes = ['fixed', 'indefinite', 'none'] as const;
export type TermType = (typeof termTypes)[number];

/** Units of durations (ENUM-15). */
export const termUnits = ['month', 'quarter', 'semester', 'year', 'week', 'day'] as const;
export type TermUnit = (typeof termUnits)[number];

/** What happens at the end of a fixed term (ENUM-16). */
export const renewalTypes = ['auto', 'none', 'once'] as const;
export type RenewalType = (typeof renewalTypes)[number];

/** Days on which a contract can be terminated (ENUM-17, CON-35). */
export const terminationTargets = [
  'none',
  'day',
  'year_end',
  'half_year_end',
  'quarter_end',
  'month_end',
  'mid_or_month_end',
  'yearly_day',
  'week_end',
] as const;
export type TerminationTarget = (typeof terminationTargets)[number];

/** Largest count of a duration, renewal or notice period (CON-22). */
export const maxUnits = 999;
/** Latest working day on which a notice may still arrive (CON-29). */
export const maxWorkdays = 10;

/** The term from which dates are computed, named as its columns (DATA-36). Days are inclusive, counts whole. */
export interface ContractTerm {
  readonly term_type: TermType | null;
  readonly start_date: Day | null;
  /** The typed end, not the computed one: the first end of a fixed contract without duration (CON-15). */
  readonly end_date: Day | null;
  readonly duration: number | null;
  readonly duration_unit_type: TermUnit | null;
  /** Counted from the start in the unit of the duration (CON-14). */
  readonly min_duration: number | null;
  /** Null is none. */
  readonly renewal_type: RenewalType | null;
  readonly renewal_duration: number | null;
  readonly renewal_duration_unit_type: TermUnit | null;
  /** Zero for no notice period; null if unknown (CON-22). */
  readonly notice_period: number | null;
  readonly notice_period_unit_type: TermUnit | null;
  /** Working days of the month after the deadline until which a notice may still arrive (CON-29). */
  readonly notice_workdays: number | null;
  /** The notice period for ends after the first term; null if `notice_period` applies to all (CON-35). */
  readonly later_notice_period: number | null;
  readonly later_notice_period_unit_type: TermUnit | null;
  /** Null is none. */
  readonly termination_to: TerminationTarget | null;
  /** The day of each year for `yearly_day`; its year does not count. */
  readonly termination_day: Day | null;
  /** The day of receipt of the notice (CON-28). */
  readonly terminated_on: Day | null;
  /** The end agreed at termination instead of the computed one (CON-10, CON-21). */
  readonly agreed_end: Day | null;
}
