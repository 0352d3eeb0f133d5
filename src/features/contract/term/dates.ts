import type { Day } from '../../../base/day.ts';
import { daysOn, later, monthsOn, periodEnd } from '../../../base/periods.ts';
import { type ContractTerm, maxUnits, maxWorkdays, type TermUnit } from './model.ts';
import { deadlineBefore, earliestEnd, rasterFrom } from './periods.ts';
import { renewedEnd } from './renewals.ts';
import { nthWorkingDay } from './working-days.ts';

/**
 * Inputs needed to compute dates; a count without its unit is missing too, and so is the notice period of a contract that
 * renews itself (CON-22).
 */
export type MissingInput =
  | 'term_type'
  | 'start_date'
  | 'duration'
  | 'min_duration'
  | 'renewal_duration'
  | 'notice_period'
  | 'later_notice_period'
  | 'termination_day';

/** The dates computed from the term of a contract on a day T (CON-13). */
export interface TermDates {
  /** The last day of the period that contains T, or of the contract after notice; null if there is none. */
  readonly end_date: Day | null;
  /** The end for a notice received by the deadline; without a deadline, the end without notice. */
  readonly next_possible_contract_end: Day | null;
  /** The last day of receipt of a notice. */
  readonly termination_deadline: Day | null;
  /** The end of the next period if no notice is given in time; null without a renewal. */
  readonly extended_to: Day | null;
  /** The number of past renewals on T. */
  readonly renewals_done: number;
  readonly missing: readonly MissingInput[];
}

type Computed = Omit<TermDates, 'missing'>;

const nothing: Computed = {
  end_date: null,
  next_possible_contract_end: null,
  termination_deadline: null,
  extended_to: null,
  renewals_done: 0,
};

/** A complete term, and the effect of a notice received on T. */
interface Situation {
  readonly term: ContractTerm;
  /** T. */
  readonly day: Day;
  readonly federalState: string | null;
  /** The first possible end: after the minimum term, and reachable by a notice received on T. */
  readonly possible: Day | null;
  /** The last end with the first notice period; null if that holds for all (CON-35). */
  readonly firstTermEnd: Day | null;
  /** The first possible end with the later notice period; that of the first term if there is no other. */
  readonly possibleLater: Day | null;
}

/** A notice period. */
interface Notice {
  readonly count: number | null;
  readonly unit: TermUnit | null;
}

const firstNotice = ({ notice_period: count, notice_period_unit_type: unit }: ContractTerm): Notice => ({
  count,
  unit,
});
const laterNotice = (term: ContractTerm): Notice =>
  term.later_notice_period === null
    ? firstNotice(term)
    : { count: term.later_notice_period, unit: term.later_notice_period_unit_type };

/**
 * The dates of a contract (CON-13 to CON-22, CON-29). They depend only on its term and the day, not on earlier
 * computations. Dates outside the years 1 to 9999 are null.
 *
 * @param today the day of the tenant; T, unless notice was received already
 * @param federalState of the company, for its public holidays
 */
export function termDates(term: ContractTerm, today: Day, federalState: string | null): TermDates {
  const { term_type, terminated_on, agreed_end } = term;
  const missing = missingInputs(term);
  if (term_type === null || term_type === 'none') return { ...nothing, missing };
  const dates =
    missing.length === 0 && areCountable(term)
      ? datesOf(term, terminated_on ?? today, federalState)
      : nothing;
  if (terminated_on === null) return { ...dates, missing };
  const end_date = agreed_end ?? dates.next_possible_contract_end;
  return { ...dates, end_date, extended_to: null, missing };
}

/** Whether all counts are allowed by CON-22, where zero counts as none; otherwise there are no dates. */
function areCountable(term: ContractTerm): boolean {
  const { duration, min_duration, renewal_duration, notice_period, later_notice_period, notice_workdays } =
    term;
  const isCountable = (count: number | null, max: number) =>
    count === null || (Number.isInteger(count) && count >= 0 && count <= max);
  return (
    isCountable(notice_workdays, maxWorkdays) &&
    [duration, min_duration, renewal_duration, notice_period, later_notice_period].every((count) =>
      isCountable(count, maxUnits),
    )
  );
}

function isGiven(count: number | null): count is number {
  return count !== null && count !== 0;
}

/** The missing inputs; none for an empty term. */
function missingInputs(term: ContractTerm): readonly MissingInput[] {
  const { term_type, start_date, end_date, duration, min_duration, renewal_duration, notice_period } = term;
  if (term_type === 'none') return [];
  if (term_type === null) {
    const typed = [start_date, end_date, duration, min_duration, renewal_duration, notice_period];
    return typed.every((value) => value === null) ? [] : ['term_type'];
  }
  const isFixed = term_type === 'fixed';
  const isRenewed = isFixed && (term.renewal_type === 'auto' || term.renewal_type === 'once');
  const lacksUnit = (count: number | null, unit: TermUnit | null) => isGiven(count) && unit === null;
  const wanted: readonly (readonly [MissingInput, boolean])[] = [
    ['start_date', start_date === null],
    [
      'duration',
      isFixed && (isGiven(duration) ? lacksUnit(duration, term.duration_unit_type) : end_date === null),
    ],
    ['min_duration', lacksUnit(min_duration, term.duration_unit_type)],
    [
      'renewal_duration',
      isRenewed && (!isGiven(renewal_duration) || term.renewal_duration_unit_type === null),
    ],
    [
      'notice_period',
      lacksUnit(notice_period, term.notice_period_unit_type) ||
        (isFixed && term.renewal_type === 'auto' && notice_period === null),
    ],
    ['later_notice_period', lacksUnit(term.later_notice_period, term.later_notice_period_unit_type)],
    ['termination_day', term.termination_to === 'yearly_day' && term.termination_day === null],
  ];
  return wanted.filter(([, isMissing]) => isMissing).map(([name]) => name);
}

function datesOf(term: ContractTerm, day: Day, federalState: string | null): Computed {
  const { start_date: start, term_type, renewal_type, min_duration, duration_unit_type } = term;
  if (start === null) return nothing;
  const earliest =
    isGiven(min_duration) && duration_unit_type !== null
      ? periodEnd(start, min_duration, duration_unit_type)
      : start;
  const first = term_type === 'indefinite' ? null : firstEnd(term, start);
  const situation: Situation = {
    ...{ term, day, federalState },
    possible: later(earliest, reachableEnd(term, firstNotice(term), { day, federalState })),
    possibleLater: later(earliest, reachableEnd(term, laterNotice(term), { day, federalState })),
    firstTermEnd:
      term.later_notice_period === null ? null : (first ?? (isGiven(min_duration) ? earliest : null)),
  };
  if (term_type === 'indefinite') return withNotice(nothing, situation, rasterEnd(situation));
  if (first === null) return nothing;
  if (renewal_type === 'auto') return renewedAgain(situation, first);
  return renewal_type === 'once' ? renewedOnce(situation, first) : endingByItself(situation, first);
}

/** P0: the end of a fixed contract before any renewal (CON-15). */
function firstEnd({ duration, duration_unit_type, end_date }: ContractTerm, start: Day): Day | null {
  return isGiven(duration) && duration_unit_type !== null
    ? periodEnd(start, duration, duration_unit_type)
    : end_date;
}

/** The first end for a notice received on a day: its deadline and those of later ends are on or after that day. */
function reachableEnd(
  { notice_workdays }: ContractTerm,
  { count, unit }: Notice,
  { day, federalState }: Pick<Situation, 'day' | 'federalState'>,
): Day | null {
  if (!isGiven(notice_workdays)) return earliestEnd(day, count, unit);
  const last = nthWorkingDay(day, notice_workdays, federalState);
  const isLate = last !== null && last < day;
  // A notice up to the n-th working day counts for the previous month, a later one for this month.
  const counted = isLate ? day : monthsOn(day, -1);
  if (counted === null) return null;
  return later(day, earliestEnd(`${counted.slice(0, 8)}01`, count, unit));
}

/** The last day of receipt for an end, never after that end (CON-13, CON-29). */
function deadlineOf({ term, federalState, firstTermEnd }: Situation, end: Day): Day | null {
  const { notice_workdays } = term;
  const { count, unit } =
    firstTermEnd === null || end <= firstTermEnd ? firstNotice(term) : laterNotice(term);
  const deadline = deadlineBefore(end, count, unit);
  if (deadline === null || !isGiven(notice_workdays)) return deadline;
  const monthAfter = monthsOn(deadline, 1);
  const moved = monthAfter === null ? null : nthWorkingDay(monthAfter, notice_workdays, federalState);
  return moved === null || moved > end ? end : moved;
}

/** The first possible end that is a termination target day (CON-19). */
function rasterEnd({ term, possible, possibleLater, firstTermEnd }: Situation): Day | null {
  const from = (day: Day | null): Day | null =>
    day === null ? null : rasterFrom(term.termination_to, day, term.termination_day);
  const end = from(possible);
  if (firstTermEnd === null || (end !== null && end <= firstTermEnd)) return end;
  return from(later(possibleLater, daysOn(firstTermEnd, 1)));
}

function withNotice(dates: Computed, situation: Situation, end: Day | null): Computed {
  const termination_deadline = end === null ? null : deadlineOf(situation, end);
  return { ...dates, next_possible_contract_end: end, termination_deadline };
}

/** Fixed without renewal: it ends without notice, but may allow an earlier end (CON-16). */
function endingByItself(situation: Situation, end: Day): Computed {
  const { min_duration, termination_to } = situation.term;
  const dates: Computed = { ...nothing, end_date: end, next_possible_contract_end: end };
  const isTerminable = isGiven(min_duration) || (termination_to !== null && termination_to !== 'none');
  const earlier = isTerminable ? rasterEnd(situation) : null;
  return earlier !== null && earlier < end ? withNotice(dates, situation, earlier) : dates;
}

/** Fixed with one renewal (CON-17). */
function renewedOnce(situation: Situation, first: Day): Computed {
  const { term, day, possible } = situation;
  const second = chainedEnd(term, first, daysOn(first, 1))?.end ?? null;
  const isRenewed = day > first;
  const dates: Computed = {
    ...nothing,
    end_date: isRenewed ? second : first,
    next_possible_contract_end: second,
    extended_to: isRenewed ? null : second,
    renewals_done: isRenewed ? 1 : 0,
  };
  return possible !== null && first >= possible ? withNotice(dates, situation, first) : dates;
}

/** Fixed with renewals until notice is given (CON-18). */
function renewedAgain(situation: Situation, first: Day): Computed {
  const { term, day, possible, possibleLater, firstTermEnd } = situation;
  const present = chainedEnd(term, first, day);
  if (present === null) return nothing;
  const isChainOnly = term.termination_to === null || term.termination_to === 'none';
  const isFirstPossible = possible !== null && first >= possible;
  const afterFirst = later(possibleLater, daysOn(first, 1));
  const next =
    isChainOnly || isFirstPossible
      ? (chainedEnd(term, present.end, isFirstPossible || firstTermEnd === null ? possible : afterFirst)
          ?.end ?? null)
      : rasterEnd(situation);
  const following = next === null ? null : chainedEnd(term, present.end, daysOn(next, 1));
  const { end: end_date, renewals: renewals_done } = present;
  const dates: Computed = { ...nothing, end_date, extended_to: following?.end ?? null, renewals_done };
  return withNotice(dates, situation, next);
}

/** The first of the chained ends P0, P1, P2 ... on or after a day. */
function chainedEnd(
  { renewal_duration, renewal_duration_unit_type }: ContractTerm,
  first: Day,
  day: Day | null,
) {
  if (day === null || renewal_duration === null || renewal_duration_unit_type === null) return null;
  return renewedEnd(first, renewal_duration, renewal_duration_unit_type, day);
}
