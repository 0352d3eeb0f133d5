import { type Day, dayFrom } from '../../../base/day.ts';
import type { DecimalMark } from './amounts.ts';
import type { Cell } from './layout.ts';

/** A day as printed in a text. */
export interface TextDay {
  readonly start: number;
  readonly end: number;
  readonly value: Day;
  /** Whether day and month could be swapped. */
  readonly isAmbiguous: boolean;
}

/** A day as printed in a cell. */
export interface PrintedDay extends TextDay {
  readonly cell: Cell;
}

/** The usual order in dates such as `03/04/2025`. */
export type UsualOrder = 'day-first' | 'month-first';

/** The order in dates such as `03/04/2025`, and whether the document proves it. */
export interface SlashOrder {
  readonly isMonthFirst: boolean;
  readonly isReported: boolean;
}

const monthNames: readonly (readonly string[])[] = [
  ['jan', 'january', 'januar', 'jänner', 'janvier', 'janv', 'januari'],
  ['feb', 'february', 'februar', 'feber', 'février', 'fevrier', 'févr', 'februari'],
  ['mar', 'mär', 'mrz', 'march', 'märz', 'maerz', 'mars', 'maart', 'mrt'],
  ['apr', 'april', 'avril', 'avr'],
  ['may', 'mai', 'mei'],
  ['jun', 'june', 'juni', 'juin'],
  ['jul', 'july', 'juli', 'juillet', 'juil'],
  ['aug', 'august', 'août', 'aout', 'augustus'],
  ['sep', 'sept', 'september', 'septembre'],
  ['oct', 'okt', 'october', 'oktober', 'octobre'],
  ['nov', 'november', 'novembre'],
  ['dec', 'dez', 'déc', 'december', 'dezember', 'décembre', 'decembre'],
];
const monthText = monthNames
  .flat()
  .toSorted((left, right) => right.length - left.length)
  .join('|');
const year = String.raw`(\d{4}|\d{2})(?!\d)`;
const isoPattern = /(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/g;
const dottedPattern = new RegExp(String.raw`(?<![\d.,])(\d{1,2})\.\s?(\d{1,2})\.\s?${year}(?![.,]\d)`, 'g');
const slashedPattern = new RegExp(
  String.raw`(?<![\d/])(\d{1,2})\s?([/-])\s?(\d{1,2})\s?\2\s?${year}(?!/)`,
  'g',
);
const dayFirstPattern = new RegExp(
  String.raw`(?<![\d.])(\d{1,2})(?:\.|er|st|nd|rd|th)?[\s-]{0,2}(${monthText})\.?,?[\s-]{0,2}(\d{4}|\d{2}(?!\d))`,
  'giu',
);
const monthFirstPattern = new RegExp(
  String.raw`(?<!\p{L})(${monthText})\.?\s(\d{1,2})(?:st|nd|rd|th)?\s?,?\s?(\d{4})`,
  'giu',
);
const shortDottedPattern = /(?<![\d.,])(\d{1,2})\.\s?(\d{1,2})\.(?!\s?\d)/g;
const shortDayFirstPattern = new RegExp(
  String.raw`(?<![\d.])(\d{1,2})(?:\.|er|st|nd|rd|th)?\s(${monthText})(?!\p{L})`,
  'giu',
);
const shortMonthFirstPattern = new RegExp(
  String.raw`(?<!\p{L})(${monthText})\.?\s(\d{1,2})(?:st|nd|rd|th)?(?![\d.])`,
  'giu',
);

/**
 * Infers the order of day and month from unambiguous dates, else from the usual order of the sender. Without both,
 * the day comes first with a decimal comma, the month in documents in dollars, and elsewhere the day is likelier.
 */
export function slashOrderOf(
  texts: readonly string[],
  mark: DecimalMark,
  usual: UsualOrder | null = null,
): SlashOrder {
  const parts = texts.flatMap((text) => [...text.matchAll(slashedPattern)]);
  const monthFirst = parts.filter((match) => Number(match[3]) > 12 && Number(match[1]) <= 12).length;
  const dayFirst = parts.filter((match) => Number(match[1]) > 12 && Number(match[3]) <= 12).length;
  if (monthFirst !== dayFirst) return { isMonthFirst: monthFirst > dayFirst, isReported: true };
  if (usual !== null) return { isMonthFirst: usual === 'month-first', isReported: true };
  if (mark === ',') return { isMonthFirst: false, isReported: true };
  const isDollar = texts.some((text) => /(?<!\p{L})(?:US)?\$\s?\d|(?<!\p{L})USD(?!\p{L})/u.test(text));
  return { isMonthFirst: isDollar, isReported: false };
}

/** All days of a cell, in text order. Impossible days are left out. */
export function daysIn(cell: Cell, order: SlashOrder): PrintedDay[] {
  return daysInText(cell.text, order).map((day) => ({ ...day, cell }));
}

/** All days of a text, in text order. */
export function daysInText(text: string, order: SlashOrder): TextDay[] {
  const found: TextDay[] = [];
  const add = (match: RegExpExecArray, numbers: readonly [string, number, string], isAmbiguous = false) => {
    const value = dayFrom(wholeYear(numbers[0]), numbers[1], Number(numbers[2]));
    const [start, end] = [match.index, match.index + match[0].length];
    const isTaken = found.some((other) => other.start < end && other.end > start);
    if (value !== null && isLikely(value) && !isTaken) found.push({ start, end, value, isAmbiguous });
  };
  for (const match of text.matchAll(isoPattern)) {
    add(match, [match[1] ?? '', Number(match[2]), match[3] ?? '']);
  }
  for (const match of text.matchAll(dottedPattern)) {
    add(match, [match[3] ?? '', Number(match[2]), match[1] ?? '']);
  }
  for (const match of text.matchAll(slashedPattern)) {
    const [, first = '', , second = '', inYear = ''] = match;
    const isAmbiguous = !order.isReported && Number(first) <= 12 && Number(second) <= 12 && first !== second;
    const swaps = order.isMonthFirst ? Number(first) <= 12 : Number(second) > 12;
    add(match, swaps ? [inYear, Number(first), second] : [inYear, Number(second), first], isAmbiguous);
  }
  for (const match of text.matchAll(dayFirstPattern)) {
    add(match, [match[3] ?? '', monthOf(match[2]), match[1] ?? '']);
  }
  for (const match of text.matchAll(monthFirstPattern)) {
    add(match, [match[3] ?? '', monthOf(match[1]), match[2] ?? '']);
  }
  return found.toSorted((left, right) => left.start - right.start);
}

/** Days printed without a year, such as "20.02." or "2. Dezember"; also matches the start of dates with a year. */
export function daysWithoutYear(
  text: string,
): { readonly start: number; readonly end: number; readonly month: number; readonly day: number }[] {
  const numbers = [...text.matchAll(shortDottedPattern)].map(
    (match) => [match, match[1], Number(match[2])] as const,
  );
  const dayFirst = [...text.matchAll(shortDayFirstPattern)].map(
    (match) => [match, match[1], monthOf(match[2])] as const,
  );
  const monthFirst = [...text.matchAll(shortMonthFirstPattern)].map(
    (match) => [match, match[2], monthOf(match[1])] as const,
  );
  return [...numbers, ...dayFirst, ...monthFirst].flatMap(([match, day, month]) =>
    // A leap year contains every day.
    dayFrom(2024, month, Number(day)) === null
      ? []
      : [{ start: match.index, end: match.index + match[0].length, month, day: Number(day) }],
  );
}

function monthOf(name = ''): number {
  return monthNames.findIndex((names) => names.includes(name.toLowerCase())) + 1;
}

function wholeYear(text: string): number {
  return text.length === 4 ? Number(text) : 2000 + Number(text);
}

/** Business documents date from 1990 to 2099. */
function isLikely(day: Day): boolean {
  return day >= '1990-01-01' && day < '2100-01-01';
}
