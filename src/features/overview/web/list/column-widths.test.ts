import { describe, expect, test } from 'vitest';
import { columnStyle, columnWidths } from './column-widths.ts';

const dated = { deliveryDate: '2027-02-01', currency: 'EUR' } as const;
const undated = { deliveryDate: null, currency: 'EUR' };
const priced = { seesPrices: true, currency: 'EUR' };

describe('OVW-01 column widths leave the remaining space to names and suppliers', () => {
  test('the status column fits its longest word', () => {
    const short = columnWidths('tasks', [dated], ['Freigabe'], priced).status;
    const long = columnWidths('tasks', [dated], ['Freigabe', 'Warten auf Lieferung'], priced).status;
    expect(short).toBeLessThan(100);
    expect(long).toBeGreaterThan(140);
    expect(columnWidths('tasks', [dated], ['x'.repeat(80)], priced).status).toBe(176);
  });

  test('the delivery column is hidden if no document has a delivery date', () => {
    expect(columnWidths('all', [undated, dated], [], priced).delivery).toBe(76);
    expect(columnWidths('all', [undated], [], priced).delivery).toBeNull();
    expect(columnStyle(columnWidths('all', [undated], [], priced))).toMatchObject({ '--delivery': ' ' });
  });

  test('ROLE-07 the column of hidden amounts fits their placeholder', () => {
    expect(columnWidths('all', [dated], [], { ...priced, seesPrices: false }).amount).toBeLessThan(60);
  });

  test('PRICE-07 amounts with their own currency get a wider column', () => {
    const own = columnWidths('all', [dated], [], priced).amount;
    expect(columnWidths('all', [dated, { ...dated, currency: 'CHF' }], [], priced).amount).toBeGreaterThan(
      own,
    );
    expect(columnWidths('all', [dated], [], { ...priced, currency: null }).amount).toBeGreaterThan(own);
  });

  test('columns keep their place while nothing is loaded', () =>
    expect(columnWidths('all', [], [], priced).delivery).toBe(76));
});
