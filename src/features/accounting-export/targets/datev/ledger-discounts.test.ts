import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, compareAmounts, dividedBy, round, sum } from '../../../../base/money.ts';
import { ledgerDiscounts } from './ledger-discounts.ts';

const three = { amount: '35.70', percentage: '3', paymentDate: '2025-03-13' };
const two = { amount: '23.80', percentage: '2', paymentDate: '2025-03-23' };

/** DISC-04: 1,190.00 of 2025-03-03, due on 2025-04-02. */
const invoice = {
  date: '2025-03-03',
  dueDate: '2025-04-02',
  consolidatedAmount: '1190.00',
  parts: [{ amount: '1190.00' }],
};

function amountsOf(given: Parameters<typeof ledgerDiscounts>[0]): readonly (readonly (Amount | null)[])[] {
  return ledgerDiscounts(given).ofParts.map(({ first, second }) => [
    first?.amount ?? null,
    second?.amount ?? null,
  ]);
}

describe('DISC-05 discounts as far as DATEV accepts them', () => {
  test('both tiers are used', () => {
    expect(amountsOf({ ...invoice, discounts: [three, two] })).toEqual([['35.70', '23.80']]);
    expect(ledgerDiscounts({ ...invoice, discounts: [three, two] }).areAllTaken).toBe(true);
  });

  test('their amounts are split over the bookings to the cent', () => {
    const parts = [{ amount: '595.00' }, { amount: '300.00' }, { amount: '295.00' }];
    expect(amountsOf({ ...invoice, parts, discounts: [three, two] })).toEqual([
      ['17.85', '11.90'],
      ['9.00', '6.00'],
      ['8.85', '5.90'],
    ]);
  });

  test('a negative part of the invoice has no share', () => {
    const parts = [{ amount: '1290.00' }, { amount: '-100.00' }];
    expect(amountsOf({ ...invoice, parts, discounts: [three] })).toEqual([
      ['35.70', null],
      [null, null],
    ]);
  });

  test.each([
    ['a second tier on the due date', [three, { ...two, paymentDate: '2025-04-02' }]],
    ['a second tier before the first', [three, { ...two, paymentDate: '2025-03-13' }]],
    ['an equally large second tier', [three, { ...two, percentage: '3' }]],
  ] as const)('%s: only the first is used', (_, discounts) => {
    expect(amountsOf({ ...invoice, discounts })).toEqual([['35.70', null]]);
    expect(ledgerDiscounts({ ...invoice, discounts }).areAllTaken).toBe(false);
  });

  test.each([
    ['on the day of the invoice', { discounts: [{ ...three, paymentDate: '2025-03-03' }] }],
    ['on the due date', { discounts: [{ ...three, paymentDate: '2025-04-02' }] }],
    ['of the whole amount', { discounts: [{ ...three, amount: '1190.00' }] }],
    ['of zero', { discounts: [{ ...three, amount: '0.00' }] }],
    [
      'of a credit note',
      {
        consolidatedAmount: '-1190.00',
        parts: [{ amount: '-1190.00' }],
        discounts: [{ ...three, amount: '-35.70' }],
      },
    ],
  ] as const)('a discount %s: none is used', (_, changed) => {
    expect(amountsOf({ ...invoice, ...changed })).toEqual([[null, null]]);
    expect(ledgerDiscounts({ ...invoice, ...changed }).areAllTaken).toBe(false);
  });

  test('a second tier whose rounding exceeds the first in one part is dropped', () => {
    const parts = [{ amount: '6.00' }, { amount: '6.00' }, { amount: '1.00' }];
    const discounts = [
      { ...three, amount: '0.06' },
      { ...two, amount: '0.05' },
    ];
    expect(amountsOf({ ...invoice, consolidatedAmount: '13.00', parts, discounts })).toEqual([
      ['0.03', null],
      ['0.03', null],
      [null, null],
    ]);
  });

  test('an invoice without discounts needs no text', () => {
    expect(ledgerDiscounts(invoice).areAllTaken).toBe(true);
  });
});

test('DISC-05 the shares of a tier add up to it for any parts, and each is below its part', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 99 }),
      (list, percent) => {
        const parts = list.map((each) => ({ amount: round(dividedBy(String(each), '100'), 2) }));
        const consolidatedAmount = sum(parts.map(({ amount }) => amount));
        const amount = round(
          dividedBy(String(list.reduce((one, other) => one + other) * percent), '10000'),
          2,
        );
        const discount = { amount, percentage: String(percent), paymentDate: '2025-03-13' };
        const { ofParts, areAllTaken } = ledgerDiscounts({
          ...invoice,
          consolidatedAmount,
          parts,
          discounts: [discount],
        });
        const shares = ofParts.map(({ first }) => first?.amount ?? '0');
        expect(compareAmounts(sum(shares), areAllTaken ? amount : '0')).toBe(0);
        expect(shares.every((share, place) => compareAmounts(share, parts[place]?.amount ?? '0') < 0)).toBe(
          true,
        );
      },
    ),
  );
});

test('DISC-05 no part has a second discount without a larger first one, for any small amounts', () => {
  const cents = fc.integer({ min: 1, max: 300 });
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 6 }), fc.tuple(cents, cents), (list, tiers) => {
      const parts = list.map((each) => ({ amount: round(dividedBy(String(each), '100'), 2) }));
      const [larger, smaller] = tiers
        .map((each) => round(dividedBy(String(each), '100'), 2))
        .toSorted(compareAmounts)
        .reverse();
      const discounts = [
        { ...three, amount: larger ?? '0' },
        { ...two, amount: smaller ?? '0' },
      ];
      const consolidatedAmount = sum(parts.map(({ amount }) => amount));
      for (const { first, second } of ledgerDiscounts({ ...invoice, consolidatedAmount, parts, discounts })
        .ofParts) {
        if (second !== null) expect(compareAmounts(second.amount, first?.amount ?? '0')).toBeLessThan(0);
      }
    }),
    { numRuns: 1000 },
  );
});
