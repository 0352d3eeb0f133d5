import { describe, expect, it } from 'vitest';
import type { LineRow, ProcurementDocument } from '../document.ts';
import {
  allMissing,
  isBooked,
  isTooMuch,
  missingAfter,
  receiptLines,
  receiptSum,
  receiptsOf,
  supplierLines,
  typedQuantity,
} from './receipt-draft.ts';

function row(id: number, quantity: number, received: number, kind: LineRow['kind'] = 'item'): LineRow {
  return { id, quantity, quantity_received: received, kind } as LineRow;
}

const document = {
  procurement_lines: [row(1, 20, 14), row(2, 12, 0), row(3, 8, 8), row(4, 1, 0, 'freight')],
} as unknown as ProcurementDocument;
const lines = receiptLines(document);

describe('PROC-18 receiving goods', () => {
  it('lists goods without freight', () => {
    expect(lines.map((line) => [line.row.id, line.missing, line.isComplete])).toEqual([
      [1, '6', false],
      [2, '12', false],
      [3, '0', true],
    ]);
  });

  it('receives all missing quantities at once', () => {
    expect(receiptsOf(allMissing(lines))).toEqual([
      { procurement_line_id: 1, quantity: '6' },
      { procurement_line_id: 2, quantity: '12' },
    ]);
  });

  it('groups lines by supplier and knows which suppliers have booked goods', () => {
    const of = (id: number, supplier: { id: number; name: string } | null) => ({
      ...row(id, 5, 0),
      supplier,
    });
    const several = receiptLines({
      procurement_lines: [
        of(1, { id: 7, name: 'Osterkamp' }),
        of(2, null),
        of(3, { id: 7, name: 'Osterkamp' }),
      ],
    } as unknown as ProcurementDocument);
    const suppliers = supplierLines(several);
    expect(suppliers.map(({ id, name, lines: own }) => [id, name, own.map((line) => line.row.id)])).toEqual([
      [7, 'Osterkamp', [1, 3]],
      [null, null, [2]],
    ]);
    const typed = new Map([
      [2, '1'],
      [3, '0'],
    ]);
    expect(suppliers.map((one) => isBooked(one, typed))).toEqual([false, true]);
  });

  it('VAL-12 books no zero quantities and shows excess quantities', () => {
    const typed = new Map([
      [1, '0'],
      [2, '12.5'],
    ]);
    expect(receiptsOf(typed)).toEqual([{ procurement_line_id: 2, quantity: '12.5' }]);
    expect(lines.map((line) => missingAfter(line, typedQuantity(line, typed)))).toEqual(['6', '-0.5', '0']);
  });

  it('sums booked, missing, received and ordered quantities', () => {
    expect(receiptSum(lines, new Map([[2, '10']]))).toEqual({
      isOfOneUnit: true,
      booked: '10',
      lines: 1,
      missing: '8',
      received: '22',
      ordered: '40',
    });
  });

  it('counts lines instead of quantities where they have several units', () => {
    const several = receiptLines({
      procurement_lines: [
        { ...row(1, 20, 14), unit: 'Stück' },
        { ...row(2, 1.5, 0), unit: 'l' },
        { ...row(3, 8, 8), unit: 'Stück' },
      ],
    } as unknown as ProcurementDocument);
    expect(receiptSum(several, new Map([[1, '6']]))).toEqual({
      isOfOneUnit: false,
      booked: '1',
      lines: 1,
      missing: '1',
      received: '1',
      ordered: '3',
    });
    expect(receiptSum(several.slice(0, 1), new Map())).toMatchObject({ isOfOneUnit: true, ordered: '20' });
  });

  it('PROC-42 allows more than is missing only within the over-delivery of the company', () => {
    const [over] = receiptLines({
      company: { over_delivery_percent: 10 },
      procurement_lines: [row(1, 20, 14)],
    } as unknown as ProcurementDocument);
    if (over === undefined) throw new Error('there is one');
    expect(over).toMatchObject({ missing: '6', maxQuantity: '8' });
    expect(['8', '8.001'].map((quantity) => isTooMuch(over, quantity))).toEqual([false, true]);
  });
});
