import { boxAround } from '../words.ts';
import { boxOf } from './evidence.ts';
import type { Row } from './layout.ts';
import type { Column, TableHead } from './line-columns.ts';
import { isProduct, type LineNumbers } from './line-numbers.ts';

/** The rows of one line: the one with its numbers, and those that continue its description. */
export interface Block {
  readonly head: TableHead;
  readonly row: Row;
  readonly numbers: LineNumbers;
  readonly further: readonly Row[];
}

/** The parts of one line are at most this many row heights apart. */
const rowsApart = 2.2;

/**
 * Adds the columns that the head does not name, where exact lines print their quantity, price and total. Lines whose
 * numbers fit in several ways are then read by these columns.
 */
export function withSeenColumns(head: TableHead, lines: readonly LineNumbers[]): TableHead {
  const exact = lines.filter(({ isExact, quantity, total }) => isExact && quantity?.value !== '1' && total);
  const missing = (['quantity', 'price', 'total'] as const).filter(
    (name) => !head.columns.some((column) => column.name === name),
  );
  const seen = missing.flatMap((name): Column[] => {
    const boxes = exact.flatMap((line) => (line[name] ? [boxOf(line[name])] : []));
    return boxes.length > 0 ? [{ name, box: boxAround(boxes) }] : [];
  });
  return seen.length > 0 ? { ...head, columns: [...head.columns, ...seen] } : head;
}

/** Joins lines whose total is printed a little above or below their quantity and price. */
export function rejoined(blocks: readonly Block[], rowHeight: number): readonly Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    const whole = last && isClose(last, block, rowHeight) ? together(last.numbers, block.numbers) : null;
    if (last && whole) {
      result[result.length - 1] = {
        ...last,
        numbers: whole,
        further: [...last.further, block.row, ...block.further],
      };
    } else {
      result.push(block);
    }
  }
  return result;
}

function isClose({ row }: Block, { row: next }: Block, rowHeight: number): boolean {
  return row.page === next.page && next.box[1] - row.box[1] < rowHeight * rowsApart;
}

/** The numbers of two rows as one line: quantity and price of the one make the total of the other. */
function together(first: LineNumbers, second: LineNumbers): LineNumbers | null {
  const [priced, summed] = first.total === null ? [first, second] : [second, first];
  const { quantity, price } = priced;
  const isSplit = priced.total === null && summed.quantity === null && summed.price === null;
  if (!isSplit || !quantity || !price || !summed.total) return null;
  if (!isProduct(quantity.value, price.value, summed.total.value)) return null;
  return { ...priced, total: summed.total, tax: priced.tax ?? summed.tax, isExact: true };
}
