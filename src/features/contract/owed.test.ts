import { describe, expect, it } from 'vitest';
import { owed } from './owed.ts';

const monthly = [{ total: '100.00', usage_type: null }];

describe('DASH-07 CON-27 remaining cost of a contract', () => {
  it.each([
    ['whole months', '2026-04-01', '2026-12-31', '900.00'],
    ['a day of a month', '2026-04-30', '2026-04-30', '3.33'],
    ['the rest of a month and two whole ones', '2026-04-16', '2026-06-30', '250.00'],
    ['nothing once it is over', '2026-05-01', '2026-04-30', '0.00'],
  ])('%s: from %s until %s it is %s', (_, from, until, expected) => {
    expect(owed(monthly, 'monthly', { start: '2026-01-01', from, until })).toBe(expected);
  });

  it('counts from the contract’s start, and its intervals from there', () => {
    const time = { start: '2026-02-10', from: '2026-01-01', until: '2026-03-09' };
    expect(owed(monthly, 'monthly', time)).toBe('100.00');
  });

  it('counts each line by its own interval, and ignores usage-based ones and those without interval', () => {
    const lines = [
      { total: '1200.00', usage_type: 'yearly' },
      { total: '50.00', usage_type: 'quarterly' },
      { total: '999.00', usage_type: 'usage_based' },
      { total: null, usage_type: 'monthly' },
    ] as const;
    const time = { start: '2026-01-01', from: '2026-01-01', until: '2026-06-30' };
    expect(owed(lines, null, time)).toBe('695.07');
    expect(owed([{ total: '10.00', usage_type: null }], null, time)).toBe('0.00');
  });
});
