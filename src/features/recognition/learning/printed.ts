import { absolute, compareAmounts } from '../../../base/money.ts';
import { type TaughtField, taughtFields } from '../hint.ts';
import type { Evidence } from '../text/evidence.ts';
import { isRange } from '../text/head-dates.ts';
import type { Placed } from '../text/near.ts';

/** A value with the place where it is printed. */
export interface Printed extends Placed {
  readonly value: string;
  /** Whether day and month could be swapped. */
  readonly isAmbiguous?: boolean;
}

/** All possible values of a field, in page order. */
export function printedFor(field: TaughtField, shape: string | null, evidence: Evidence): readonly Printed[] {
  if (taughtFields[field] === 'day') return evidence.days.filter((day) => !isRange(day, evidence));
  if (taughtFields[field] === 'text') return shape === null ? [] : matching(patternOf(shape), evidence);
  return evidence.amounts.filter(({ isPercent }) => !isPercent);
}

/** All places where a value is printed, in any notation. */
export function placesOf(field: TaughtField, value: string, evidence: Evidence): readonly Printed[] {
  if (taughtFields[field] !== 'text') {
    return printedFor(field, null, evidence).filter((printed) => isSame(field, printed.value, value));
  }
  const key = textKey(value);
  if (key === '') return [];
  const pattern = [...key].join(String.raw`[^\p{L}\d]{0,3}`);
  return matching(new RegExp(String.raw`(?<![\p{L}\d])${pattern}(?![\p{L}\d])`, 'giu'), evidence);
}

/** Whether two notations have the same value; amounts ignore the sign, which credit notes print inconsistently. */
export function isSame(field: TaughtField, left: string, right: string): boolean {
  if (taughtFields[field] === 'day') return left === right;
  if (taughtFields[field] === 'text') return textKey(left) === textKey(right);
  return compareAmounts(absolute(left), absolute(right)) === 0;
}

/** `A-9-9` for "RE-2025-10482"; also matches next year's numbers. */
export function shapeOf(text: string): string {
  return text.replace(/\p{L}+/gu, 'A').replace(/\d+/g, '9');
}

/** Excludes matches within a longer number or word: "2025-17" does not contain "17". */
const begins = String.raw`(?<![\p{L}\d]|\d[-/._])`;
const ends = String.raw`(?![\p{L}\d]|[-/._][\p{L}\d])`;

function patternOf(shape: string): RegExp {
  const parts = [...shape].map((sign) => {
    if (sign === 'A') return String.raw`\p{L}+`;
    if (sign === '9') return String.raw`\d+`;
    return sign.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`);
  });
  return new RegExp(`${begins}${parts.join('')}${ends}`, 'gu');
}

function matching(pattern: RegExp, { layout }: Evidence): Printed[] {
  return layout.rows.flatMap(({ cells }) =>
    cells.flatMap((cell) =>
      [...cell.text.matchAll(pattern)].map((match) => ({
        cell,
        start: match.index,
        end: match.index + match[0].length,
        value: match[0],
      })),
    ),
  );
}

function textKey(text: string): string {
  return text.toUpperCase().replace(/[^\p{L}\d]/gu, '');
}
