import { describe, expect, it } from 'vitest';
import { ageOf, formatOf } from './format.ts';

const nbsp = ' ';
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, nbsp);

describe('I18N-05 numbers and days in the format of each language', () => {
  it.each([
    ['de', '1.234,56', '01.03.2025'],
    ['en', '1,234.56', '01/03/2025'],
    ['it', '1.234,56', '01.03.2025'],
    ['cz', '1 234,56', '01.03.2025'],
    ['sk', '1 234,56', '01.03.2025'],
  ] as const)('%s', (language, amount, day) => {
    const format = formatOf(language, 2, 'Europe/Berlin');
    expect(plain(format.amount('1234.56'))).toBe(amount);
    expect(format.day('2025-03-01')).toBe(day);
  });

  it('keeps every digit of an amount too long for a binary float', () => {
    expect(formatOf('de', 4, 'Europe/Berlin').amount('12345678901234567.8901')).toBe(
      '12.345.678.901.234.567,8901',
    );
  });

  it("uses the tenant's decimals for amounts and only the necessary ones for quantities", () => {
    const format = formatOf('de', 3, 'Europe/Berlin');
    expect(format.amount('2')).toBe('2,000');
    expect(format.quantity('2.50')).toBe('2,5');
  });
});

describe('GEN-14 instants in the time zone of the tenant', () => {
  const format = formatOf('de', 2, 'Europe/Berlin');

  it('uses the day of that time zone, not of UTC', () => {
    expect(format.dayOf('2025-05-18T22:30:00Z')).toBe('2025-05-19');
    expect(format.instant('2025-05-18T22:30:00Z')).toBe('19.05.2025, 00:30');
  });

  it('leaves out the current year', () => {
    const now = new Date('2025-12-01T12:00:00Z');
    expect(format.shortInstant('2025-05-19T06:12:00Z', now)).toBe('19.05. 08:12');
    expect(format.shortInstant('2024-05-19T06:12:00Z', now)).toBe('19.05.2024');
  });
});

describe('OVW-01 ages', () => {
  const now = new Date('2025-05-21T12:00:00Z');

  it.each([
    ['2025-05-21T11:59:50Z', '1 Min.'],
    ['2025-05-21T11:20:00Z', '40 Min.'],
    ['2025-05-21T08:00:00Z', '4 Std.'],
    ['2025-05-20T11:00:00Z', '1 Tag'],
    ['2025-05-09T11:00:00Z', '12 Tage'],
  ])('%s is %s', (instant, text) => {
    expect(plain(formatOf('de', 2, 'Europe/Berlin').age(instant, now))).toBe(text);
  });

  it('never returns less than one minute, even if the clocks differ', () => {
    expect(ageOf('2025-05-21T12:00:30Z', now)).toEqual({ count: 1, unit: 'minute' });
  });
});
