import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inDepth } from '../../../../tests/support/depth.ts';
import { addDays, type Day, partsOf } from '../../../base/day.ts';
import { periodEnd } from '../../../base/periods.ts';
import { termDates } from './dates.ts';
import { type ContractTerm, renewalTypes, terminationTargets, termTypes, termUnits } from './model.ts';
import { deadlineBefore, rasterFrom } from './periods.ts';
import { nthWorkingDay } from './working-days.ts';

/** Starts around leap days and month ends; 2015, 2020 and 2026 have 53 weeks. */
const near = fc.integer({ min: 0, max: 5000 }).map((count) => addDays('2014-12-25', count));
const edges = fc.constantFrom(
  '2015-12-28',
  '2016-02-29',
  '2019-01-31',
  '2019-12-30',
  '2020-02-28',
  '2023-08-30',
);
const days = fc.oneof({ weight: 4, arbitrary: near }, { weight: 1, arbitrary: edges });
const counts = fc.integer({ min: 1, max: 30 });
const units = fc.constantFrom(...termUnits);
const perhaps = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const drawn: fc.Arbitrary<ContractTerm> = fc.record({
  term_type: fc.constantFrom(...termTypes, 'fixed' as const),
  start_date: days,
  end_date: perhaps(days),
  duration: perhaps(counts),
  duration_unit_type: units,
  min_duration: perhaps(counts),
  renewal_type: perhaps(fc.constantFrom(...renewalTypes)),
  renewal_duration: counts,
  renewal_duration_unit_type: units,
  notice_period: perhaps(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom(14, 30, 60, 90))),
  notice_period_unit_type: units,
  notice_workdays: perhaps(fc.integer({ min: 0, max: 10 })),
  later_notice_period: perhaps(fc.constantFrom(0, 1, 2, 14, 60)),
  later_notice_period_unit_type: units,
  termination_to: perhaps(fc.constantFrom(...terminationTargets)),
  termination_day: days,
  terminated_on: fc.constant(null),
  agreed_end: fc.constant(null),
});
const punctual = drawn.map((term) => ({ ...term, notice_workdays: null }));
const states = fc.constantFrom(null, 'Bayern', 'Sachsen');

/** A fixed seed gives the same contracts every time; deep runs use more of them. */
const runs = (seed: number, few: number) => ({ seed, numRuns: inDepth(few, 50 * few) });

describe('CON-13 dates of any contract', () => {
  it('CON-13 match a search from end to end', () =>
    fc.assert(
      fc.property(drawn, days, states, (term, today, state) => {
        const { end_date, next_possible_contract_end, termination_deadline } = termDates(term, today, state);
        expect([end_date, next_possible_contract_end, termination_deadline]).toEqual(
          goneThrough(term, today, state),
        );
      }),
      runs(13, 200),
    ));

  it('CON-13 the deadline is not after its end and not before the given day', () =>
    fc.assert(
      fc.property(punctual, days, (term, today) => {
        const { next_possible_contract_end: next, termination_deadline: deadline } = termDates(
          term,
          today,
          null,
        );
        if (deadline === null) return;
        expect(deadline <= String(next)).toBe(true);
        expect(deadline >= today).toBe(true);
      }),
      runs(14, 1000),
    ));

  it('CON-13 notice until the deadline leads to the same end, later notice to a later one', () =>
    fc.assert(
      fc.property(drawn, days, states, (term, today, state) => {
        const dates = termDates(term, today, state);
        const { next_possible_contract_end: next, termination_deadline: deadline } = dates;
        if (deadline === null) return;
        expect(termDates(term, deadline, state).next_possible_contract_end).toBe(next);
        const late = termDates(term, addDays(deadline, 1), state);
        expect(String(late.next_possible_contract_end) > String(next)).toBe(true);
      }),
      runs(15, 1000),
    ));

  it('CON-13 the next possible end, the end and the renewals never move back', () =>
    fc.assert(
      fc.property(
        drawn,
        days,
        states,
        fc.array(fc.integer({ min: 0, max: 200 })),
        (term, first, state, steps) => {
          let [today, before] = [first, termDates(term, first, state)];
          for (const step of steps) {
            today = addDays(today, step);
            const after = termDates(term, today, state);
            expect(
              String(after.next_possible_contract_end) >= String(before.next_possible_contract_end),
            ).toBe(true);
            expect(String(after.end_date) >= String(before.end_date)).toBe(true);
            expect(after.renewals_done).toBeGreaterThanOrEqual(before.renewals_done);
            before = after;
          }
        },
      ),
      runs(16, 300),
    ));

  it('CON-18 dates are the same whether they are stored every day or after a gap', () =>
    fc.assert(
      fc.property(drawn, days, states, counts, (drawnTerm, first, state, gap) => {
        // Without a duration the end is typed, and no job stores it.
        const term = { ...drawnTerm, duration: drawnTerm.duration ?? 1 };
        const last = addDays(first, gap);
        let row = term;
        for (let today = first; today <= last; today = addDays(today, 1))
          row = { ...row, end_date: termDates(row, today, state).end_date };
        expect(termDates(row, last, state)).toEqual(termDates(term, last, state));
      }),
      runs(18, 100),
    ));

  it('CON-21 notice leads to the next possible end on its day of receipt', () =>
    fc.assert(
      fc.property(drawn, days, days, states, (term, terminated_on, today, state) => {
        const proposed = termDates(term, terminated_on, state);
        const ended = termDates({ ...term, terminated_on }, today, state);
        expect(ended.end_date).toBe(proposed.next_possible_contract_end);
        expect(ended.extended_to).toBeNull();
      }),
      runs(21, 500),
    ));

  it('CON-18 a renewal extends the contract beyond its next possible end', () =>
    fc.assert(
      fc.property(drawn, days, states, (drawnTerm, today, state) => {
        const notice_period = drawnTerm.notice_period ?? 0;
        const term: ContractTerm = {
          ...drawnTerm,
          term_type: 'fixed',
          duration: 2,
          renewal_type: 'auto',
          notice_period,
        };
        const { extended_to, next_possible_contract_end, end_date } = termDates(term, today, state);
        expect(String(extended_to) > String(next_possible_contract_end)).toBe(true);
        expect(String(end_date) >= today).toBe(true);
      }),
      runs(22, 500),
    ));

  it('CON-13 no date in the calendar throws an error', () => {
    const anyDay = fc.integer({ min: 0, max: 3_652_058 }).map((count) => addDays('0001-01-01', count));
    const late = fc.integer({ min: 0, max: 800 }).map((count) => addDays('9999-12-31', -count));
    const anywhere = fc.oneof(anyDay, late, fc.constantFrom('0001-01-01', '9999-12-31'));
    const large = fc.integer({ min: 0, max: 999 });
    const far = fc.record({
      start_date: anywhere,
      duration: large,
      min_duration: large,
      notice_period: large,
    });
    fc.assert(
      fc.property(drawn, far, anywhere, (term, changes, today) => {
        expect(() => termDates({ ...term, ...changes }, today, 'Hessen')).not.toThrow();
      }),
      runs(99, 1000),
    );
  });
});

/** The rules implemented literally, by trying one end after the other (CON-14 to CON-19, CON-29). */
function goneThrough(term: ContractTerm, today: Day, state: string | null): readonly (Day | null)[] {
  const { term_type, start_date, duration, duration_unit_type, min_duration, termination_to } = term;
  const isNoticeOpen = term_type === 'fixed' && term.renewal_type === 'auto' && term.notice_period === null;
  const isComplete =
    !isNoticeOpen && (duration !== null || term.end_date !== null || term_type === 'indefinite');
  if (term_type === 'none' || start_date === null || duration_unit_type === null || !isComplete)
    return [null, null, null];
  const lasting = (count: number) => String(periodEnd(start_date, count, duration_unit_type));
  const earliest = min_duration === null ? start_date : lasting(min_duration);
  const firstTerm = firstTermOf(term, earliest, lasting);
  const deadline = (end: Day) => movedDeadline(end > firstTerm ? afterFirstTerm(term) : term, end, state);
  const isOpen = (end: Day) => end >= earliest && deadline(end) >= today;
  // The deadline of an end before the given day is past too, so the search begins with that day.
  const raster = (from: Day): Day => {
    const target = (day: Day) => String(rasterFrom(termination_to, day, term.termination_day));
    let end = target(from > today ? from : today);
    while (!isOpen(end)) end = target(addDays(end, 1));
    return end;
  };
  if (term_type === 'indefinite') {
    const next = raster(earliest);
    return [null, next, deadline(next)];
  }
  const first = duration === null ? String(term.end_date) : lasting(duration);
  const chain = (end: Day, isFound: (one: Day) => boolean): Day =>
    isFound(end) ? end : chain(renewed(term, end), isFound);
  const hasTarget = termination_to !== null && termination_to !== 'none';
  if (term.renewal_type === 'auto') {
    const from = first > earliest ? first : earliest;
    const next = !hasTarget ? chain(first, isOpen) : isOpen(first) ? first : raster(from);
    return [chain(first, (end) => end >= today), next, deadline(next)];
  }
  if (term.renewal_type === 'once') {
    const second = renewed(term, first);
    return [today <= first ? first : second, ...(isOpen(first) ? [first, deadline(first)] : [second, null])];
  }
  const next = hasTarget || min_duration !== null ? raster(earliest) : first;
  return [first, ...(next < first ? [next, deadline(next)] : [first, null])];
}

/** The last day of the first term: the end before any renewal, or the earliest end of an indefinite contract. */
function firstTermOf(term: ContractTerm, earliest: Day, lasting: (count: number) => Day): Day {
  if (term.term_type === 'fixed')
    return term.duration === null ? String(term.end_date) : lasting(term.duration);
  return term.min_duration === null ? '9999-12-31' : earliest;
}

/** The term with the notice period that holds after the first term (CON-35). */
function afterFirstTerm(term: ContractTerm): ContractTerm {
  const { later_notice_period: notice_period, later_notice_period_unit_type: notice_period_unit_type } = term;
  return notice_period === null ? term : { ...term, notice_period, notice_period_unit_type };
}

function renewed({ renewal_duration, renewal_duration_unit_type }: ContractTerm, end: Day): Day {
  return String(periodEnd(addDays(end, 1), renewal_duration ?? 0, renewal_duration_unit_type ?? 'year'));
}

function movedDeadline(term: ContractTerm, end: Day, state: string | null): Day {
  const deadline = String(deadlineBefore(end, term.notice_period, term.notice_period_unit_type));
  if (term.notice_workdays === null || term.notice_workdays === 0) return deadline;
  const { year, month } = partsOf(deadline);
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
  const moved = String(nthWorkingDay(next, term.notice_workdays, state));
  return moved > end ? end : moved;
}
