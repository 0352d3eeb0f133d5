/**
 * The commitment of a contract, computed from the specification without code of the product (CON-12 to CON-22,
 * CON-39).
 */

/** The fields of a contract that determine its dates and commitment; days as `2026-01-31`. */
export interface Agreed {
  readonly amends_id: number | null;
  readonly term_type: string | null;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly first_end: string | null;
  readonly next_possible_contract_end: string | null;
  readonly duration: number | null;
  readonly duration_unit_type: string | null;
  readonly min_duration: number | null;
  readonly renewal_type: string | null;
  readonly renewal_duration: number | null;
  readonly renewal_duration_unit_type: string | null;
  readonly notice_period: number | null;
  readonly notice_period_unit_type: string | null;
  readonly notice_workdays: number | null;
  readonly termination_to: string | null;
  readonly terminated_on: string | null;
  readonly usage_type: string | null;
  /** Company currency per unit of the contract's; 1 for the same currency, null if unknown (PRICE-07). */
  readonly rate: number | null;
  readonly lines: readonly { readonly total: number; readonly usage_type: string | null }[];
}

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly date: number;
}

const months: Readonly<Record<string, number>> = { month: 1, quarter: 3, semester: 6, year: 12 };
const lastOf = (year: number, month: number): number =>
  month === 2
    ? (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31;

function partsOf(day: string): Parts {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month, date };
}

function written({ year, month, date }: Parts): string {
  return [String(year).padStart(4, '0'), ...[month, date].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
}

/** The same day `count` months later, or the last one of a shorter month. */
function monthsOn(day: string, count: number): string {
  const { year, month, date } = partsOf(day);
  const all = year * 12 + month - 1 + count;
  const [to, of] = [Math.floor(all / 12), (((all % 12) + 12) % 12) + 1];
  return written({ year: to, month: of, date: Math.min(date, lastOf(to, of)) });
}

/** The day `count` days later, counted one by one. */
export function daysOn(day: string, count: number): string {
  let { year, month, date } = partsOf(day);
  for (let left = count; left > 0; left -= 1) {
    date += 1;
    if (date > lastOf(year, month)) [date, month] = [1, month + 1];
    if (month > 12) [month, year] = [1, year + 1];
  }
  for (let left = count; left < 0; left += 1) {
    date -= 1;
    if (date < 1) month -= 1;
    if (month < 1) [month, year] = [12, year - 1];
    if (date < 1) date = lastOf(year, month);
  }
  return written({ year, month, date });
}

const plus = (day: string, count: number | null, unit: string | null): string => {
  if (count === null || unit === null) return day;
  if (unit === 'day') return daysOn(day, count);
  return unit === 'week' ? daysOn(day, 7 * count) : monthsOn(day, count * (months[unit] ?? 1));
};

/** The last day of a period that begins on a day (CON-12). */
function periodEnd(start: string, count: number, unit: string): string {
  if (unit === 'day') return daysOn(start, count - 1);
  if (unit === 'week') return daysOn(start, 7 * count - 1);
  const day = monthsOn(start, count * (months[unit] ?? 1));
  const { date } = partsOf(start);
  const { year, month } = partsOf(day);
  if (date === 1) return daysOn(written({ year, month, date: 1 }), -1);
  return written({ year, month, date: Math.min(date - 1, lastOf(year, month)) });
}

/** The first possible end of a contract on or after a day (CON-12). */
function rasterFrom(target: string | null, from: string): string {
  const every = { month_end: 1, quarter_end: 3, half_year_end: 6, year_end: 12 }[target ?? ''];
  if (every === undefined && target !== 'week_end') return from;
  for (let day = from; ; day = daysOn(day, 1)) {
    const { year, month, date } = partsOf(day);
    if (every !== undefined && month % every === 0 && date === lastOf(year, month)) return day;
    if (target === 'week_end' && isSunday(day)) return day;
  }
}

const isSunday = (day: string): boolean => new Date(`${day}T12:00:00Z`).getUTCDay() === 0;

/** The end of a fixed contract before any renewal. */
function firstEnd({ start_date, duration, duration_unit_type, first_end, end_date }: Agreed): string | null {
  return duration !== null && duration_unit_type !== null && start_date !== null
    ? periodEnd(start_date, duration, duration_unit_type)
    : (first_end ?? end_date);
}

function lacksInput(agreed: Agreed): boolean {
  const { term_type, start_date, duration, min_duration, notice_period, renewal_type } = agreed;
  const isRenewed = term_type === 'fixed' && (renewal_type === 'auto' || renewal_type === 'once');
  return (
    term_type === null ||
    start_date === null ||
    (term_type === 'fixed' && firstEnd(agreed) === null) ||
    ((min_duration !== null || (term_type === 'fixed' && duration !== null)) &&
      agreed.duration_unit_type === null) ||
    (isRenewed && (agreed.renewal_duration === null || agreed.renewal_duration_unit_type === null)) ||
    (renewal_type === 'auto' && term_type === 'fixed' && notice_period === null) ||
    (notice_period !== null && notice_period !== 0 && agreed.notice_period_unit_type === null)
  );
}

/** The first end in the chain of renewals on or after a day. */
function chained(agreed: Agreed, first: string, from: string): string {
  let end = first;
  while (end < from)
    end = periodEnd(
      daysOn(end, 1),
      agreed.renewal_duration ?? 1,
      agreed.renewal_duration_unit_type ?? 'year',
    );
  return end;
}

/** The last day of the period that contains a day; null if unknown (CON-15 to CON-20). */
export function endOn(agreed: Agreed, day: string): string | null {
  if (agreed.term_type === 'none') return agreed.end_date;
  const first = firstEnd(agreed);
  if (agreed.term_type !== 'fixed' || lacksInput(agreed) || first === null) return null;
  if (agreed.renewal_type === 'auto') return chained(agreed, first, day);
  return agreed.renewal_type === 'once' && day > first ? chained(agreed, first, daysOn(first, 1)) : first;
}

/** The earliest end reachable by a notice on that day; null if unknown, undefined if it depends on working days. */
function earliestEnd(agreed: Agreed, day: string): string | null | undefined {
  const { term_type, start_date, min_duration, duration_unit_type, termination_to, renewal_type } = agreed;
  if (term_type === 'none') return agreed.next_possible_contract_end ?? agreed.end_date;
  if (lacksInput(agreed) || start_date === null) return null;
  if (agreed.notice_workdays !== null && agreed.notice_workdays > 0) return undefined;
  const least =
    min_duration === null ? start_date : periodEnd(start_date, min_duration, duration_unit_type ?? 'month');
  const reached = plus(day, agreed.notice_period, agreed.notice_period_unit_type);
  const possible = least > reached ? least : reached;
  if (term_type === 'indefinite') return rasterFrom(termination_to, possible);
  const first = firstEnd(agreed) ?? '';
  const isFree = termination_to === null || termination_to === 'none';
  if (renewal_type === 'auto')
    return isFree || first >= possible
      ? chained(agreed, first, possible)
      : rasterFrom(termination_to, possible);
  if (renewal_type === 'once') return first >= possible ? first : chained(agreed, first, daysOn(first, 1));
  const earlier = min_duration === null && isFree ? first : rasterFrom(termination_to, possible);
  return earlier < first ? earlier : first;
}

const perInterval: Readonly<Record<string, number>> = {
  monthly: 1,
  quarterly: 3,
  semiannually: 6,
  yearly: 12,
};

/** A commitment, net, in the company's currency; a minimum if its end depends on working days. */
export interface Commitment {
  readonly net: number;
  readonly isExact: boolean;
}

/** The commitment of the contract as of a day (CON-39). */
export function commitmentOf(agreed: Agreed, day: string): Commitment {
  const until = earliestEnd(agreed, day);
  const begin = agreed.start_date ?? day;
  const from = agreed.amends_id !== null && begin < day ? day : begin;
  const nets = agreed.lines.map(({ total, usage_type }) => {
    const size = perInterval[usage_type ?? agreed.usage_type ?? ''];
    return total * (size === undefined ? 1 : intervals(until, from, size));
  });
  const net = nets.reduce((sum, each) => sum + each, 0) * (agreed.rate ?? 1);
  return { net, isExact: until !== undefined };
}

/** The number of intervals that begin before an end; one year of them without an end. */
function intervals(until: string | null | undefined, from: string, size: number): number {
  if (until === null) return 12 / size;
  let count = 1;
  while (until !== undefined && monthsOn(from, count * size) <= until) count += 1;
  return count;
}
