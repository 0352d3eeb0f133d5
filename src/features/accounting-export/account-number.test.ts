import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../base/refusal.ts';
import { keptNumber, ledgerAccountOf } from './account-number.ts';

const found = (number: string, length: number, ...chart: string[]) => {
  const account = ledgerAccountOf(number, length, new Set(chart));
  return isRefusal(account) ? account.code : account;
};

describe("EXP-10 a ledger account has the length of its company's accounts", () => {
  it.each([
    ['420', 4, '0420'],
    ['27', 4, '0027'],
    ['420', 5, '04200'],
    ['420', 6, '042000'],
    ['4980', 4, '4980'],
    ['4980', 6, '498000'],
    ['49801', 7, '4980100'],
    ['0420', 5, '04200'],
    ['49801', 4, 'export_account_too_long'],
  ])('%s in %i digits is %s', (number, length, account) => expect(found(number, length)).toBe(account));

  it('a number that is one digit short is completed by the chart, and refused as unclear without one', () => {
    expect(found('42000', 6)).toBe('export_account_unclear');
    expect(found('42000', 6, '420000')).toBe('420000');
    expect(found('42000', 6, '042000')).toBe('042000');
    expect(found('4200', 5, '04200')).toBe('04200');
    // The account without a leading zero can be typed in full.
    expect(found('4201', 5, '04201', '42010')).toBe('04201');
  });

  it('every account of a chart has a stored number without leading zeros that leads back to it, or none', () => {
    for (const length of [4, 5, 6]) {
      for (let value = 1; value < 10 ** length; value += length === 6 ? 101 : 7) {
        const account = String(value).padStart(length, '0');
        const kept = keptNumber(account);
        if (kept === null) {
          expect(account).toMatch(/^00/);
          continue;
        }
        expect(kept).toMatch(/^[1-9]/);
        expect(found(kept, length, account)).toBe(account);
      }
    }
  });
});
