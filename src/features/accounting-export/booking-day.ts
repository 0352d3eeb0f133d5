import { addDays, type Day, dayFrom, partsOf } from '../../base/day.ts';
import { fiscalYearStart } from '../../base/fiscal-year.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';

/** The treatment of invoices in a closed period, chosen for each run (EXP-21). */
export const closedPeriods = ['first_open_day', 'refuse'] as const;
export type ClosedPeriod = (typeof closedPeriods)[number];

/** The booking day of an invoice: its own date, else the first open day, or a refusal (EXP-21). */
export function bookingDay(
  invoiceDate: Day,
  closedUntil: Day | null,
  closedPeriod: ClosedPeriod,
): Day | Refusal {
  if (closedUntil === null || invoiceDate > closedUntil) return invoiceDate;
  if (closedPeriod === 'first_open_day') return addDays(closedUntil, 1);
  return refuse('export_period_closed', { values: { date: invoiceDate, closed_until: closedUntil } });
}

/** The period of one booking file, both ends included. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
  /** The first day of the period's fiscal year. */
  readonly yearStart: Day;
}

/** The month of a day, split where a fiscal year begins within it (EXP-10). `start` is `MM-DD`. */
export function periodOf(day: Day, start: string): Period {
  const yearStart = fiscalYearStart(day, start);
  const { year, month } = partsOf(day);
  const first = firstOfMonth(year, month);
  const last = addDays(month === 12 ? firstOfMonth(year + 1, 1) : firstOfMonth(year, month + 1), -1);
  const nextYear = fiscalYearStart(addDays(yearStart, 366), start);
  return {
    from: yearStart > first ? yearStart : first,
    to: nextYear > day && nextYear <= last ? addDays(nextYear, -1) : last,
    yearStart,
  };
}

function firstOfMonth(year: number, month: number): Day {
  const first = dayFrom(year, month, 1);
  if (first === null) throw new RangeError(`not a month: ${year}-${month}`);
  return first;
}
