import { describe, expect, it } from 'vitest';
import type { LineRow, ProcurementDocument } from '../document.ts';
import { allMissing, missingAfter, receiptLines, receiptSum, receiptsOf } from './receipt-draft.ts';

function row(id: number, quantity: number, received: number, kind: LineRow['kind'] = 'item'): LineRow {
  return { id, quantity, quantity_received: received, kind } as LineRow;
}

const document = {
  procurement_lines: [row(1, 20, 14), row(2, 12, 0), row(3, 8, 8), row(4, 1, 0, 'freight')],
} as unknown as ProcurementDocument;
const lines = receiptLines(document);

describe('PROC-18 what a person receives', () => {
  it('lists goods only: freight never arrives', () => {
    expect(lines.map((line) => [line.row.id, line.missing, line.isComplete])).toEqual([
      [1, '6', false],
      [2, '12', false],
      [3, '0', true],
    ]);
  });

  it('receives all that is missing at once', () => {
    expect(receiptsOf(allMissing(lines))).toEqual([
      { procurement_line_id: 1, quantity: '6' },
      { procurement_line_id: 2, quantity: '12' },
    ]);
  });

  it('VAL-12 books no zero quantities and shows what is too much', () => {
    const typed = new Map([
      [1, '0'],
      [2, '12.5'],
    ]);
    expect(receiptsOf(typed)).toEqual([{ procurement_line_id: 2, quantity: '12.5' }]);
    expect(lines.map((line) => missingAfter(line, typed))).toEqual(['6', '-0.5', '0']);
  });

  it('sums up what was, is and will be there', () => {
    expect(receiptSum(lines, new Map([[2, '10']]))).toEqual({
      booked: '10',
      lines: 1,
      missing: '8',
      received: '22',
      ordered: '40',
    });
  });
});
