import { addDays, addMonths, type Day, dayFrom, partsOf, weekday } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';

/** A day in a month: "zum Monatsende", "am 15. des Folgemonats". */
export interface MonthDay {
  /** Months after the one that was counted to. */
  readonly after: number;
  readonly day: number | 'last';
}

/** Until when something is to be paid, as a document says it (INV-27). */
export type Term =
  | { readonly kind: 'day'; readonly day: Day }
  /** "20.02.", without its year. */
  | { readonly kind: 'day_of_year'; readonly month: number; readonly day: number }
  | Counted;

/** What a term counts from; the end of the month is that of the invoice date. */
export type Event = 'invoice' | 'receipt' | 'delivery' | 'month_end';

/** So many days or months after something. */
export interface Counted {
  readonly kind: 'after';
  readonly count: number;
  /** A working day is one from Monday to Friday. */
  readonly unit: 'day' | 'working_day' | 'month';
  /** What is counted from: a day of value that is named, or an event. */
  readonly from: Day | Event;
  /** Where the count only says in which month. */
  readonly monthDay: MonthDay | null;
}

/** Something that was said, with its place in the text. */
export interface Said<Value> {
  readonly value: Value;
  /** Whether it can only be meant so. */
  readonly sure: boolean;
  readonly start: number;
  readonly end: number;
}

/** So much less for whoever pays by then (DISC-06). */
export interface Tier {
  /** Percent. */
  readonly percentage: Amount | null;
  /** The discount itself, where no percentage is named. */
  readonly amount: Amount | null;
  /** What the percentage applies to; null is the total. */
  readonly base: Amount | null;
  readonly term: Term;
}

/** What a text says about paying. */
export interface PaymentTerms {
  /** Until when all is to be paid. */
  readonly due: Said<Term> | null;
  /** In the order of the text. */
  readonly tiers: readonly Said<Tier>[];
}

export const noTerms: PaymentTerms = { due: null, tiers: [] };

/** The days that terms count from. */
export interface Starts {
  readonly invoiceDate: Day | null;
  readonly deliveryDate?: Day | null;
}

/** Behind it a day could leave the calendar. */
const lastYear = '9990-01-01';

/** The day that a term ends on; null where the day is missing that it counts from. What counts from receipt is taken from the invoice date. */
export function dayOfTerm(term: Term, { invoiceDate, deliveryDate = null }: Starts): Day | null {
  if (term.kind === 'day') return term.day;
  if (term.kind === 'day_of_year') return invoiceDate === null ? null : nextOfYear(term, invoiceDate);
  const start = startOf(term.from, { invoiceDate, deliveryDate });
  if (start === null || start >= lastYear) return null;
  const counted = countedFrom(start, term);
  return term.monthDay === null ? counted : inMonth(counted, term.monthDay);
}

/** The days after the invoice date, where a term is nothing else. */
export function plainDays(term: Term): number | null {
  const isPlain = term.kind === 'after' && term.unit === 'day' && term.monthDay === null;
  return isPlain && (term.from === 'invoice' || term.from === 'receipt') ? term.count : null;
}

function startOf(from: Counted['from'], { invoiceDate, deliveryDate = null }: Starts): Day | null {
  if (from === 'invoice' || from === 'receipt') return invoiceDate;
  if (from === 'delivery') return deliveryDate ?? invoiceDate;
  if (from !== 'month_end') return from;
  return invoiceDate !== null && invoiceDate < lastYear
    ? inMonth(invoiceDate, { after: 0, day: 'last' })
    : invoiceDate;
}

function countedFrom(start: Day, { count, unit }: Counted): Day {
  if (unit === 'month') return addMonths(start, count);
  if (unit === 'day') return addDays(start, count);
  let day = start;
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    if (weekday(day) < 6) left -= 1;
  }
  return day;
}

/** The first day of that name that is not before another one. */
function nextOfYear({ month, day }: { month: number; day: number }, from: Day): Day | null {
  const { year } = partsOf(from);
  return (
    [year, year + 1].map((one) => dayFrom(one, month, day)).find((one) => one !== null && one >= from) ?? null
  );
}

function inMonth(counted: Day, { after, day }: MonthDay): Day {
  const first = `${counted.slice(0, 8)}01`;
  const last = addDays(addMonths(first, after + 1), -1);
  if (day === 'last') return last;
  const wanted = dayIn(addMonths(first, after), day, last);
  return after === 0 && wanted < counted ? inMonth(counted, { after: 1, day }) : wanted;
}

/** A month that is shorter ends before. */
function dayIn(first: Day, day: number, last: Day): Day {
  const wanted = addDays(first, day - 1);
  return wanted > last ? last : wanted;
}
