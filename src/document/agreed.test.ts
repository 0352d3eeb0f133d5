import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../base/day.ts';
import { agreedValue, excessOver, intervalAround, spendingPerInterval } from './agreed.ts';

describe('INV-14 CON-27 the agreed value per interval', () => {
  it('sums the lines, in the interval of the contract', () => {
    const lines = [
      { total: '312.00', usage_type: null },
      { total: '150.00', usage_type: null },
    ];
    expect(agreedValue(lines, 'quarterly')).toEqual({ interval: 'quarterly', total: '462.00' });
  });
  it('uses the longest interval where lines have different ones', () => {
    const lines = [
      { total: '100.00', usage_type: 'monthly' as const },
      { total: '50.00', usage_type: 'yearly' as const },
    ];
    expect(agreedValue(lines, 'monthly')).toEqual({ interval: 'yearly', total: '1250.00' });
  });
  it('CON-39 counts usage billing and items without an interval by their expected value in a year', () => {
    const priced = { total: '100.00', usage_type: null };
    const agreed = agreedValue([priced, { total: '5.00', usage_type: 'usage_based' }], 'monthly');
    expect(agreed).toEqual({ interval: 'yearly', total: '1205.00' });
    expect(agreedValue([priced], 'usage_based')).toEqual({ interval: 'yearly', total: '100.00' });
    expect(agreedValue([priced], null)).toEqual({ interval: 'yearly', total: '100.00' });
  });
  it('is null where prices are hidden', () => {
    expect(agreedValue([{ total: null, usage_type: null }], 'monthly')).toBeNull();
    expect(agreedValue([], 'monthly')).toBeNull();
  });
  it('has an excess only above the agreed value', () => {
    const agreed = { interval: 'monthly', total: '100.00' } as const;
    expect(excessOver(agreed, '100.00')).toBeNull();
    expect(excessOver(agreed, '100.01')).toBe('0.01');
  });
});

describe('INV-14 the interval of an invoice', () => {
  it.each([
    ['2026-05-20', '2026-01-01', 'quarterly', '2026-04-01', '2026-06-30'],
    ['2026-05-20', '2025-03-15', 'yearly', '2026-03-15', '2027-03-14'],
    ['2026-03-14', '2025-03-15', 'yearly', '2025-03-15', '2026-03-14'],
    ['2026-03-15', '2025-03-15', 'monthly', '2026-03-15', '2026-04-14'],
    ['2025-03-01', '2025-03-15', 'yearly', '2024-03-15', '2025-03-14'],
    ['2026-05-20', null, 'semiannually', '2026-01-01', '2026-06-30'],
    ['2026-02-28', '2025-01-31', 'monthly', '2026-01-31', '2026-02-28'],
  ] as const)('%s of a contract from %s on, %s', (day, start, interval, from, to) => {
    expect(intervalAround(day, start, interval)).toEqual({ from, to });
  });
  it('contains its day, and the next interval starts the day after it ends', () => {
    const days = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('2000-01-01', count));
    const intervals = fc.constantFrom('monthly', 'quarterly', 'semiannually', 'yearly');
    fc.assert(
      fc.property(days, days, intervals, (day, start, interval) => {
        const around = intervalAround(day, start, interval);
        if (around === null) throw new Error(`${day} is in no interval`);
        expect(around.from <= day && day <= around.to).toBe(true);
        expect(intervalAround(addDays(around.to, 1), start, interval)?.from).toBe(addDays(around.to, 1));
      }),
    );
  });
});

describe('CON-07 INV-14 the spending per interval', () => {
  const agreed = { interval: 'quarterly', total: '462.00' } as const;
  it('lists the latest interval first, and the current one even without an invoice', () => {
    const spent = spendingPerInterval(
      [
        { day: '2026-02-03', net: '462.00' },
        { day: '2026-03-31', net: '10.50' },
      ],
      agreed,
      '2026-01-01',
      '2026-08-01',
    );
    expect(spent).toEqual([
      { from: '2026-07-01', to: '2026-09-30', spent: '0.00' },
      { from: '2026-01-01', to: '2026-03-31', spent: '472.50' },
    ]);
  });
  it('is empty before the contract starts', () => {
    expect(spendingPerInterval([], agreed, '2027-01-01', '2026-08-01')).toEqual([]);
  });
});
