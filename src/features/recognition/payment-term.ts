import { addDays, addMonths, type Day, dayFrom, partsOf, weekday } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';

/** A day in a month: "zum Monatsende", "am 15. des Folgemonats". */
export interface MonthDay {
  /** Months after the month of the counted day. */
  readonly after: number;
  readonly day: number | 'last';
}

/** The payment term of a document (INV-27). */
export type Term =
  | { readonly kind: 'day'; readonly day: Day }
  /** "20.02.", without a year. */
  | { readonly kind: 'day_of_year'; readonly month: number; readonly day: number }
  | Counted;

/** The start of a term; `month_end` is the end of the month of the invoice date. */
export type Event = 'invoice' | 'receipt' | 'delivery' | 'month_end';

/** A number of days or months after a start. */
export interface Counted {
  readonly kind: 'after';
  readonly count: number;
  /** A working day is one from Monday to Friday. */
  readonly unit: 'day' | 'working_day' | 'month';
  /** The start: a stated value date, or an event. */
  readonly from: Day | Event;
  /** The day of the month when the count only determines the month. */
  readonly monthDay: MonthDay | null;
}

/** A value read from a text, with its place. */
export interface Said<Value> {
  readonly value: Value;
  /** Whether the text is unambiguous. */
  readonly sure: boolean;
  readonly start: number;
  readonly end: number;
}

/** A tier of an early payment discount (DISC-06). */
export interface Tier {
  /** Percent. */
  readonly percentage: Amount | null;
  /** The discount amount when no percentage is given. */
  readonly amount: Amount | null;
  /** The base of the percentage; null means the total. */
  readonly base: Amount | null;
  readonly term: Term;
}

/** The payment terms of a text. */
export interface PaymentTerms {
  /** The term without discount. */
  readonly due: Said<Term> | null;
  /** In the order of the text. */
  readonly tiers: readonly Said<Tier>[];
}

/** The start days of terms. */
export interface Starts {
  readonly invoiceDate: Day | null;
  readonly deliveryDate?: Day | null;
}

/** Later start days could exceed the supported calendar. */
const lastYear = '9990-01-01';

/** The last day of a term; null when its start day is missing. Terms from receipt count from the invoice date. */
export function dayOfTerm(term: Term, { invoiceDate, deliveryDate = null }: Starts): Day | null {
  if (term.kind === 'day') return term.day;
  if (term.kind === 'day_of_year') return invoiceDate === null ? null : nextOfYear(term, invoiceDate);
  const start = startOf(term.from, { invoiceDate, deliveryDate });
  if (start === null || start >= lastYear) return null;
  const counted = countedFrom(start, term);
  return term.monthDay === null ? counted : inMonth(counted, term.monthDay);
}

/** The number of days after the invoice date; null for any other term. */
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

/** The first such day on or after `from`. */
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

/** Limits the day to the end of a shorter month. */
function dayIn(first: Day, day: number, last: Day): Day {
  const wanted = addDays(first, day - 1);
  return wanted > last ? last : wanted;
}
