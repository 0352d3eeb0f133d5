import type { PrintedAmount } from './amounts.ts';
import type { Evidence } from './evidence.ts';
import { boxOf } from './evidence.ts';
import type { Label, LabelName } from './labels.ts';
import type { Row } from './layout.ts';
import { inRow } from './near.ts';

/** An amount below the head of its column. */
export interface ColumnTotal {
  readonly amount: PrintedAmount;
  readonly name: LabelName;
  /** From 0 to 1; the last row of a table scores highest, because it sums up the rows above. */
  readonly score: number;
}

const moneyLabels: readonly LabelName[] = [
  'gross',
  'withTax',
  'net',
  'tax',
  'due',
  'lineTotal',
  'adjustment',
  'total',
  'prepaid',
];
const maxRows = 8;

/** Finds totals in tables: a row of labels without amounts above rows of amounts without labels. */
export function columnTotals(evidence: Evidence): ColumnTotal[] {
  return evidence.layout.rows.flatMap((row) => {
    const heads = inRow(evidence.labels, row.index).filter(({ name }) => moneyLabels.includes(name));
    const hasAmount = inRow(evidence.amounts, row.index).some(({ decimals }) => decimals >= 2);
    if (heads.length < 2 || hasAmount) return [];
    const body = rowsUnder(evidence, row);
    return body.flatMap((amounts, place) =>
      amounts.flatMap((amount) => {
        const head = headOf(heads, amount);
        const isLast = place === body.length - 1;
        return head ? [{ amount, name: head.name, score: isLast ? 0.8 : 0.4 }] : [];
      }),
    );
  });
}

function rowsUnder({ layout, amounts, labels }: Evidence, head: Row): PrintedAmount[][] {
  const result: PrintedAmount[][] = [];
  let lowest = head.box[3];
  for (const row of layout.rows.slice(head.index + 1, head.index + 1 + maxRows)) {
    if (row.page !== head.page || row.box[1] - lowest > layout.rowHeight * 2.5) break;
    const money = amounts.filter(({ cell, isPercent }) => cell.row === row.index && !isPercent);
    if (money.length === 0) continue;
    const isLabelled = labels.some(
      ({ name, cell }) => cell.row === row.index && (name === 'gross' || name === 'net' || name === 'due'),
    );
    if (isLabelled || money.length < 2) break;
    result.push(money);
    lowest = row.box[3];
  }
  return result;
}

/** The column label of an amount: the one it overlaps most, or whose right edge it shares. */
function headOf(heads: readonly Label[], amount: PrintedAmount): Label | null {
  const box = boxOf(amount);
  const ranked = heads
    .map((head) => {
      const place = boxOf(head);
      const overlap = Math.min(box[2], place[2]) - Math.max(box[0], place[0]);
      return { head, distance: Math.max(-overlap, 0) + Math.min(Math.abs(box[2] - place[2]), 0.05) * 0.5 };
    })
    .toSorted((left, right) => left.distance - right.distance);
  const [best] = ranked;
  return best && best.distance < 0.05 ? best.head : null;
}
