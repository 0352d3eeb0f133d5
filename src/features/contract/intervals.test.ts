import { describe, expect, test } from 'vitest';
import { intervalTotals, yearlyTotal } from './intervals.ts';

const line = (total: string | null, usage_type: Parameters<typeof yearlyTotal>[1] = null) => ({
  total,
  usage_type,
});

describe('CON-27 costs of a contract', () => {
  test('lines are summed per interval; a line without one uses that of its contract', () => {
    expect(intervalTotals([line('3120'), line('960'), line('99.90', 'monthly')], 'quarterly')).toEqual([
      { usage: 'monthly', total: '99.90', yearly: '1198.80' },
      { usage: 'quarterly', total: '4080.00', yearly: '16320.00' },
    ]);
  });

  test.each([
    ['monthly', '1200.00'],
    ['quarterly', '400.00'],
    ['semiannually', '200.00'],
    ['yearly', '100.00'],
    ['usage_based', null],
    [null, null],
  ] as const)('%s: %s a year', (usage, yearly) => {
    expect(yearlyTotal([line('100')], usage)).toBe(yearly);
  });

  test('usage-based lines do not hide the known yearly total', () => {
    expect(yearlyTotal([line('50', 'usage_based'), line('10', 'monthly')], null)).toBe('120.00');
    expect(yearlyTotal([], 'yearly')).toBeNull();
  });
});
