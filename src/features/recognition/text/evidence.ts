import { type Box, boxAround } from '../words.ts';
import { amountsIn, type DecimalMark, decimalMarkOf, type PrintedAmount } from './amounts.ts';
import { daysIn, type PrintedDay, type SlashOrder, slashOrderOf, type UsualOrder } from './dates.ts';
import { type Label, labelsOf } from './labels.ts';
import { boxOfSpan, type Layout, wordsOfSpan } from './layout.ts';
import { inRow, type Placed } from './near.ts';
import type { Found } from './page-reading.ts';

/** The parts of a document that values are found by. */
export interface Evidence {
  readonly layout: Layout;
  readonly labels: readonly Label[];
  readonly amounts: readonly PrintedAmount[];
  readonly days: readonly PrintedDay[];
  readonly mark: DecimalMark;
  readonly order: SlashOrder;
}

/** Below this confidence a recognised word is never sure. */
const leastConfidence = 0.8;

/**
 * Finds labels, amounts and days of a document once, for all fields.
 *
 * @param usual the sender's usual order of day and month, used when the document does not prove one
 */
export function evidenceOf(layout: Layout, usual: UsualOrder | null = null): Evidence {
  const cells = layout.rows.flatMap((row) => row.cells);
  const texts = cells.map(({ text }) => text);
  const mark = decimalMarkOf(texts);
  const order = slashOrderOf(texts, mark, usual);
  const days = cells.flatMap((cell) => daysIn(cell, order));
  const amounts = cells
    .flatMap((cell) => amountsIn(cell, mark))
    .filter((amount) => !inRow(days, amount.cell.row).some((day) => touches(day, amount)));
  return { layout, labels: labelsOf(layout), amounts, days, mark, order };
}

/** A value with its place. Words recognised with low confidence are never sure. */
export function found<Value>(value: Value, place: Placed, isSure: boolean): Found<Value> {
  const { page } = place.cell;
  return { value, sure: isSure && isLegible(place), page, box: boxOf(place) };
}

export function boxOf({ cell, start, end }: Placed): Box {
  return boxOfSpan(cell, start, end);
}

/** Whether the words of a value were recognised with enough confidence. */
export function isLegible({ cell, start, end }: Placed): boolean {
  return wordsOfSpan(cell, start, end).every(({ confidence }) => confidence >= leastConfidence);
}

/** A value derived from several places, such as the sum of rows. */
export function foundAt<Value>(
  value: Value,
  places: readonly Placed[],
  isSure: boolean,
): Found<Value> | null {
  const [first] = places;
  if (!first) return null;
  const near = places.filter(({ cell }) => cell.page === first.cell.page);
  return {
    value,
    sure: isSure && places.every(isLegible),
    page: first.cell.page,
    box: boxAround(near.map(boxOf)),
  };
}

function touches(left: Placed, right: Placed): boolean {
  return left.cell === right.cell && left.start < right.end && left.end > right.start;
}
