import { type Day, dayFrom, daysBetween, partsOf } from '../../../../base/day.ts';
import { monthsOn } from '../../../../base/periods.ts';

/** The known days of a contract to draw. */
export interface BarDays {
  readonly today: Day;
  readonly start: Day | null;
  /** The last day of the minimum term (CON-14). */
  readonly minimum: Day | null;
  readonly reminder: Day | null;
  readonly deadline: Day | null;
  readonly next: Day | null;
  readonly end: Day | null;
  /** The next end without notice. */
  readonly extended: Day | null;
}

/** The drawn time span; both days are included. */
export interface BarSpan {
  readonly from: Day;
  readonly to: Day;
  /** Whether the contract started earlier. */
  readonly isCut: boolean;
}

/** Past months to draw; earlier ones are cut off. */
const monthsBehind = 9;
/** Contracts up to this many months are drawn in full. */
const monthsInFull = 24;
/** Months drawn after the last day of an open-ended contract. */
const monthsAhead = 6;

/** The span from the start, or from some months before the next date, to the last known day; null if unknown. */
export function barSpan(days: BarDays): BarSpan | null {
  const { today, start } = days;
  const ends = known([days.end, days.next, days.extended]);
  const last = ends.at(-1);
  if (start === null || last === undefined) return null;
  const to = isOpen(days) ? moved(later(last, today), monthsAhead) : later(last, start);
  const [first = today] = known([today, days.deadline, ...ends]);
  const near = moved(first, -monthsBehind);
  const isShort = moved(start, monthsInFull) >= to;
  const from = isShort || near <= start ? start : near;
  return from < to ? { from, to, isCut: from > start } : null;
}

/** Whether the contract has no end. */
export function isOpen({ end, extended }: Pick<BarDays, 'end' | 'extended'>): boolean {
  return end === null && extended === null;
}

/** The place of a day on the bar, in percent; days outside are placed at its ends. */
export function placeOf(day: Day, { from, to }: Pick<BarSpan, 'from' | 'to'>): number {
  const share = daysBetween(from, day) / Math.max(1, daysBetween(from, to));
  return Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100;
}

/** Kinds of bar parts. */
export type PartKind = 'past' | 'notice' | 'running' | 'extension';

export interface BarPart {
  readonly kind: PartKind;
  /** In percent of the bar. */
  readonly from: number;
  readonly to: number;
}

/**
 * The bar parts from left to right: the past, the time left to give notice, the time until the end after notice, and
 * the extension without notice. Empty parts are omitted.
 */
export function barParts(days: BarDays, span: BarSpan): readonly BarPart[] {
  const { today, deadline, next, end, extended } = days;
  const ended = next ?? end;
  const settled = ended ?? span.to;
  const behind = today < settled ? today : settled;
  const noticeUntil = deadline !== null && deadline > behind ? deadline : behind;
  const runsUntil = later(settled, noticeUntil);
  const limits: readonly (readonly [PartKind, Day, Day])[] = [
    ['past', span.from, behind],
    ['notice', behind, noticeUntil],
    ['running', noticeUntil, runsUntil],
    ['extension', runsUntil, extended ?? end ?? span.to],
  ];
  return limits
    .map(([kind, from, to]) => ({ kind, from: placeOf(from, span), to: placeOf(to, span) }))
    .filter(({ from, to }) => to > from);
}

export type TickUnit = 'month' | 'year';

export interface Tick {
  readonly day: Day;
  readonly place: number;
}

/** The axis below the bar. */
export interface Axis {
  readonly unit: TickUnit;
  readonly ticks: readonly Tick[];
}

/** Axis steps in months, with the longest bar in months for each. */
const steps = [
  { months: 1, upTo: 9 },
  { months: 3, upTo: 30 },
  { months: 6, upTo: 60 },
  { months: 12, upTo: 120 },
  { months: 60, upTo: 600 },
  { months: 600, upTo: Number.POSITIVE_INFINITY },
] as const;

/** Ticks on the first days of months, quarters or years, about ten at most. */
export function axisOf(span: BarSpan): Axis {
  const first = firstOfMonthFrom(span.from);
  const length = monthOf(span.to) - monthOf(span.from);
  const { months } = steps.find(({ upTo }) => length <= upTo) ?? steps[0];
  const ticks: Tick[] = [];
  for (let month = Math.ceil(first / months) * months; month <= monthOf(span.to); month += months) {
    const day = dayFrom(Math.floor(month / 12), (month % 12) + 1, 1);
    if (day !== null) ticks.push({ day, place: placeOf(day, span) });
  }
  return { unit: months < 12 ? 'month' : 'year', ticks };
}

export interface BarLabel<Key extends string = string> {
  readonly key: Key;
  /** In percent of the bar. */
  readonly place: number;
  /** The side of its place on which it is drawn. */
  readonly side: 'before' | 'after';
}

/** Largest width of a label, in percent of the bar. */
const labelWidth = 24;

/** The labels that fit, most important first, each turned to the side that stays on the bar. */
export function labelsWithRoom<Key extends string>(
  wanted: readonly (BarLabel<Key> | null)[],
): readonly BarLabel<Key>[] {
  const shown: BarLabel<Key>[] = [];
  for (const label of wanted) {
    if (label === null) continue;
    const placed = turnedInside(label);
    const [from, to] = rangeOf(placed);
    const isFree = shown.every((other) => to <= rangeOf(other)[0] || from >= rangeOf(other)[1]);
    if (isFree) shown.push(placed);
  }
  return shown;
}

function turnedInside<Key extends string>(label: BarLabel<Key>): BarLabel<Key> {
  const [from, to] = rangeOf(label);
  if (from < 0) return { ...label, side: 'after' };
  return to > 100 ? { ...label, side: 'before' } : label;
}

function rangeOf({ place, side }: BarLabel): readonly [number, number] {
  return side === 'before' ? [place - labelWidth, place] : [place, place + labelWidth];
}

/** Months since the year 0. */
function monthOf(day: Day): number {
  const { year, month } = partsOf(day);
  return year * 12 + month - 1;
}

/** The first month that starts on or after a day. */
function firstOfMonthFrom(day: Day): number {
  return monthOf(day) + (partsOf(day).dayOfMonth > 1 ? 1 : 0);
}

/** A day moved by months; unchanged if the result is outside the calendar. */
function moved(day: Day, months: number): Day {
  return monthsOn(day, months) ?? day;
}

function later(one: Day, other: Day): Day {
  return one > other ? one : other;
}

/** The known days, earliest first. */
function known(days: readonly (Day | null)[]): readonly Day[] {
  return days.flatMap((day) => (day === null ? [] : [day])).sort();
}
