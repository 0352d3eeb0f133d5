import { describe, expect, it } from 'vitest';
import { dividedBy } from '../../base/money.ts';
import { costByMonth } from './cost-by-month.ts';
import { exactlyOwed } from './owed.ts';

const yearly = [{ total: '1000.00', usage_type: 'yearly' }] as const;
const costOf = (from: string, until: string) =>
  exactlyOwed(yearly, null, { start: '2026-01-01', from, until });

describe('DASH-09 the cost of a contract by month', () => {
  it('is in cents that add up to the price of the year', () => {
    const months = costByMonth('2026-01-01', '2026-12-31', costOf);
    expect(months).toHaveLength(12);
    expect(months[0]).toEqual({ day: '2026-01-01', net: '84.93' });
    expect(months.reduce((total, { net }) => total + Number(net) * 100, 0)).toBeCloseTo(100_000, 6);
  });

  it('begins on the first and ends on the last day', () => {
    const perDay = (from: string, to: string) =>
      String(Date.parse(to) / 864e5 - Date.parse(from) / 864e5 + 1);
    expect(costByMonth('2026-01-30', '2026-03-02', perDay)).toEqual([
      { day: '2026-01-30', net: '2.00' },
      { day: '2026-02-01', net: '28.00' },
      { day: '2026-03-01', net: '2.00' },
    ]);
  });

  it('leaves out months without a cost, and has none where the last day is before the first', () => {
    const onlyMay = (from: string) => (from === '2026-05-01' ? dividedBy('10', '3') : '0');
    expect(costByMonth('2026-04-01', '2026-06-30', onlyMay)).toEqual([{ day: '2026-05-01', net: '3.33' }]);
    expect(costByMonth('2026-04-02', '2026-04-01', onlyMay)).toEqual([]);
  });
});
