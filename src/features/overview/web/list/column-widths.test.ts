import { describe, expect, test } from 'vitest';
import { columnStyle, columnWidths } from './column-widths.ts';

const dated = { deliveryDate: '2027-02-01' } as const;
const undated = { deliveryDate: null };

describe('OVW-01 columns leave names and suppliers what they do not need', () => {
  test('the status is as wide as its longest word', () => {
    const short = columnWidths('tasks', [dated], ['Freigabe'], true).status;
    const long = columnWidths('tasks', [dated], ['Freigabe', 'Warten auf Lieferung'], true).status;
    expect(short).toBeLessThan(100);
    expect(long).toBeGreaterThan(140);
    expect(columnWidths('tasks', [dated], ['x'.repeat(80)], true).status).toBe(176);
  });

  test('without any delivery date there is no column for it', () => {
    expect(columnWidths('all', [undated, dated], [], true).delivery).toBe(76);
    expect(columnWidths('all', [undated], [], true).delivery).toBeNull();
    expect(columnStyle(columnWidths('all', [undated], [], true))).toMatchObject({ '--delivery': ' ' });
  });

  test('ROLE-07 hidden amounts take no more room than their sign', () => {
    expect(columnWidths('all', [dated], [], false).amount).toBeLessThan(60);
  });

  test('while nothing is loaded nothing moves', () =>
    expect(columnWidths('all', [], [], true).delivery).toBe(76));
});
