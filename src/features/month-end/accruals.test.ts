import { describe, expect, it } from 'vitest';
import { type Accrued, type AccruingCompany, accrualsOf, lackOf } from './accruals.ts';

const company: AccruingCompany = {
  ...{ currency: 'EUR', ledger_account_length: 4, datev_kost_length: 8 },
  ...{ accrual_account: '1601', charted: new Set<string>() },
};
const goods = (account: string | null): Accrued => ({
  ...{ kind: 'procurement', id: 7, currency: 'EUR', number: 'PO-7', supplier: 'Ahlers', account },
  ...{ is_automatic: 0, cost_center_number: '100', net: '12.50', lines: '71' },
});

describe('DASH-08 an accrual without a suitable account', () => {
  it.each([
    ['no account', null, {}, 'account'],
    ['an account that is longer than those of the company', '12345', {}, 'account_too_long'],
    [
      'an account that two of the chart may be',
      '4930',
      { ledger_account_length: 5, charted: new Set(['16010']) },
      'account_unclear',
    ],
    ['no accrual account that fits', '4930', { accrual_account: '160100' }, 'accrual_account'],
    ['nothing', '4930', {}, null],
  ])('lacks %s', (_what, account, settings, lack) =>
    expect(lackOf(goods(account), { ...company, ...settings })).toBe(lack),
  );

  it('is not booked, and is counted beside those that are', () => {
    const accrued = [goods(null), goods('4930'), goods('12345')];
    const { bookings, reversals, booked, leftOut } = accrualsOf(accrued, company, '2026-11-30', String);
    expect(bookings.map(({ booking, day }) => [booking.gross, day])).toEqual([['12.50', '2026-11-30']]);
    expect(reversals.map(({ booking, day }) => [booking.gross, day])).toEqual([['-12.5', '2026-12-01']]);
    expect(booked.map(({ account }) => account)).toEqual(['4930']);
    expect(leftOut).toBe(2);
  });
});
