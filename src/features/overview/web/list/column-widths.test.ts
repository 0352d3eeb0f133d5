import { describe, expect, test } from 'vitest';
import { columnStyle, columnWidths } from './column-widths.ts';

const dated = { deliveryDate: '2027-02-01', currency: 'EUR' } as const;
const undated = { deliveryDate: null, currency: 'EUR' };
const priced = { seesPrices: true, currency: 'EUR' };

describe('OVW-01 columns leave names and suppliers what they do not need', () => {
  test('the status is as wide as its longest word', () => {
    const short = columnWidths('tasks', [dated], ['Freigabe'], priced).status;
    const long = columnWidths('tasks', [dated], ['Freigabe', 'Warten auf Lieferung'], priced).status;
    expect(short).toBeLessThan(100);
    expect(long).toBeGreaterThan(140);
    expect(columnWidths('tasks', [dated], ['x'.repeat(80)], priced).status).toBe(176);
  });

  test('without any delivery date there is no column for it', () => {
    expect(columnWidths('all', [undated, dated], [], priced).delivery).toBe(76);
    expect(columnWidths('all', [undated], [], priced).delivery).toBeNull();
    expect(columnStyle(columnWidths('all', [undated], [], priced))).toMatchObject({ '--delivery': ' ' });
  });

  test('ROLE-07 hidden amounts take no more room than their sign', () => {
    expect(columnWidths('all', [dated], [], { ...priced, seesPrices: false }).amount).toBeLessThan(60);
  });

  test('PRICE-07 amounts that say their currency themselves take more room', () => {
    const own = columnWidths('all', [dated], [], priced).amount;
    expect(columnWidths('all', [dated, { ...dated, currency: 'CHF' }], [], priced).amount).toBeGreaterThan(
      own,
    );
    expect(columnWidths('all', [dated], [], { ...priced, currency: null }).amount).toBeGreaterThan(own);
  });

  test('while nothing is loaded nothing moves', () =>
    expect(columnWidths('all', [], [], priced).delivery).toBe(76));
});
