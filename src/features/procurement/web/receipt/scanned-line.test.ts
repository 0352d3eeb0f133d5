import { describe, expect, test } from 'vitest';
import type { Gtin } from '../../../../base/gtin.ts';
import type { ProcurementDocument } from '../document.ts';
import { receiptLines } from './receipt-draft.ts';
import { countArticle } from './scanned-line.ts';

type Row = Record<string, unknown>;

const linesOf = (rows: readonly Row[], over = 0) =>
  receiptLines({
    company: { over_delivery_percent: over },
    procurement_lines: rows.map((row, place) => ({
      ...{ id: place + 1, kind: 'item', item_number: `OW-${place + 1}`, quantity: 2, quantity_received: 0 },
      product: null,
      ...row,
    })),
  } as unknown as ProcurementDocument);

const article = (text: string, gtin: string | null = null) =>
  ({ kind: 'article', gtin: gtin as Gtin | null, text }) as const;

describe('MOB-05 a scanned article counts one piece on its line', () => {
  test('found by its number, beside what is typed already', () => {
    const lines = linesOf([{}, { quantity: 10 }]);
    expect(countArticle(lines, new Map([[2, '3.5']]), article('ow-2'))).toMatchObject({
      line: { row: { id: 2 } },
      quantity: '4.5',
    });
  });

  test('found by the GTIN of its product', () => {
    const lines = linesOf([{}, { product: { item_number: null, gtin: '4006381333931' } }]);
    const read = article('04006381333931', '04006381333931');
    expect(countArticle(lines, new Map(), read)).toMatchObject({ line: { row: { id: 2 } }, quantity: '1' });
  });

  test('at most what is missing, in fractions', () => {
    expect(countArticle(linesOf([{ quantity: 0.5 }]), new Map(), article('OW-1'))?.quantity).toBe('0.5');
  });

  test('on the next line of the same article, once the first is full', () => {
    const lines = linesOf([{}, { item_number: 'OW-1' }]);
    expect(countArticle(lines, new Map([[1, '2']]), article('OW-1'))?.line.row.id).toBe(2);
  });

  test('PROC-42 beyond the order, where the company accepts it', () => {
    expect(countArticle(linesOf([{}], 50), new Map([[1, '2']]), article('OW-1'))?.quantity).toBe('3');
  });

  test('VAL-12 no further than that', () => {
    const full = { line: { row: { id: 1 } }, quantity: null };
    expect(countArticle(linesOf([{}]), new Map([[1, '2']]), article('OW-1'))).toMatchObject(full);
    expect(countArticle(linesOf([{ quantity_received: 2 }]), new Map(), article('OW-1'))).toMatchObject(full);
  });

  test('on no line of another order', () => {
    expect(countArticle(linesOf([{}]), new Map(), article('OW-9'))).toBeNull();
  });
});
