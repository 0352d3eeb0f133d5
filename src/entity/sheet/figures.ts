import { type Amount, amountOf, decimalPlaces, dividedBy, round, sum } from '../../base/money.ts';
import type { Field } from '../field.ts';
import type { Area } from './area.ts';
import { isUnread, type Line } from './line.ts';

/** Sum and mean of the numbers among selected cells. */
export interface Figures {
  readonly sum: Amount;
  /** Rounded to the most places of any of the numbers, at least two. */
  readonly mean: Amount;
  /** Prices are included, so the results are formatted as prices. */
  readonly isPrice: boolean;
}

/** Sum and mean of the numbers in an area; null for fewer than two numbers. Deleted lines do not count. */
export function figuresOf(
  lines: readonly Line[],
  columns: readonly { readonly name: string; readonly field: Field }[],
  { top, left, bottom, right }: Area,
): Figures | null {
  const numbers = columns.slice(left, right + 1).filter(({ field }) => field.kind.input === 'number');
  if (numbers.length === 0) return null;
  const selected = lines.slice(top, bottom + 1).filter(({ isRemoved }) => !isRemoved);
  const values = selected.flatMap(({ cells }) =>
    numbers.flatMap(({ name }): readonly Amount[] => {
      const content = cells[name] ?? null;
      return content === null || isUnread(content) ? [] : [amountOf(String(content))];
    }),
  );
  if (values.length < 2) return null;
  const total = sum(values);
  const places = Math.max(2, ...new Set(values.map(decimalPlaces)));
  return {
    sum: total,
    mean: amountOf(round(dividedBy(total, String(values.length)), places)),
    isPrice: numbers.some(({ field }) => field.price === true),
  };
}
