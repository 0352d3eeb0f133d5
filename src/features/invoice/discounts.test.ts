import { describe, expect, it } from 'vitest';
import { emptyStored } from '../../document/fields.ts';
import {
  columnsOf,
  coupledDiscount,
  type Discount,
  type DiscountedInvoice,
  discountProblems,
  followingDiscounts,
  grantedDiscounts,
} from './discounts.ts';
import { invoiceFields } from './fields.ts';

const invoice: DiscountedInvoice = {
  ...emptyStored(invoiceFields),
  invoice_date: '2025-03-03',
  due_date: '2025-04-02',
  total_brutto: '1190.00',
};
const tier = (percentage: string, amount: string, days: string, date: string): Discount => ({
  percentage,
  amount,
  days,
  date,
});
const three = tier('3', '35.70', '10', '2025-03-13');
const two = tier('2', '23.80', '20', '2025-03-23');

const problems = (first: Partial<Discount>, second: Partial<Discount> = {}, head = invoice) =>
  discountProblems({ ...head, ...columnsOf(first, 1), ...columnsOf(second, 2) }).map(
    ({ field, code }) => `${field} ${code}`,
  );

describe('DISC-03 coupled fields follow each other', () => {
  it.each([
    [{ percentage: '3' }, { discount_1_percentage: '3', discount_1_amount: '35.70' }],
    [{ amount: '23.80' }, { discount_1_percentage: '2.00', discount_1_amount: '23.80' }],
    [{ days: '10' }, { discount_1_days: '10', discount_1_date: '2025-03-13' }],
    [{ date: '2025-03-23' }, { discount_1_days: '20', discount_1_date: '2025-03-23' }],
    [{ percentage: null }, { discount_1_percentage: null, discount_1_amount: null }],
    [{ days: '1.5' }, { discount_1_days: '1.5', discount_1_date: null }],
  ])('%o', (typed, columns) => expect(coupledDiscount(invoice, 1, typed)).toEqual(columns));

  it('DISC-06 the percentage applies to the base', () =>
    expect(coupledDiscount({ ...invoice, discount_base: '1000' }, 2, { percentage: '2' })).toEqual({
      discount_2_percentage: '2',
      discount_2_amount: '20.00',
    }));

  it('a new date keeps the days, a new total the percentage', () =>
    expect(
      followingDiscounts({
        ...invoice,
        ...columnsOf(three, 1),
        invoice_date: '2025-03-10',
        total_brutto: '2000',
      }),
    ).toEqual({ discount_1_amount: '60.00', discount_1_date: '2025-03-20' }));
});

describe('DISC-01 DISC-02 DISC-04 valid tiers', () => {
  it('the examples of the specification', () => {
    expect(problems({})).toEqual([]);
    expect(problems(three)).toEqual([]);
    expect(problems(three, two)).toEqual([]);
    expect(problems(tier('2', '23.80', '10', '2025-03-13'), tier('3', '35.70', '20', '2025-03-23'))).toEqual([
      'discount_2_percentage discount_order',
    ]);
    expect(problems(tier('3', '35.70', '-1', '2025-03-02'))).toEqual(['discount_1_date discount_date']);
    expect(problems(three, tier('2', '23.80', '10', '2025-03-13'))).toEqual([
      'discount_2_date discount_order',
    ]);
    expect(problems({ percentage: '3' })).toEqual(['discount_1_amount discount_incomplete']);
  });

  it('discounts of a credit note have its sign', () => {
    const credit = { ...invoice, total_brutto: '-1190.00' };
    expect(problems({ ...three, amount: '-35.70' }, {}, credit)).toEqual([]);
    expect(problems(three, {}, credit)).toEqual(['discount_1_amount discount_amount']);
  });

  it.each([
    ['no tier 2 without tier 1', {}, two, ['discount_1_percentage discount_incomplete']],
    ['none of 0 percent', { ...three, percentage: '0' }, {}, ['discount_1_percentage discount_percentage']],
    [
      'none of 100 percent',
      { ...three, percentage: '100' },
      {},
      ['discount_1_percentage discount_percentage'],
    ],
    ['none of the whole amount', { ...three, amount: '1190' }, {}, ['discount_1_amount discount_amount']],
    ['none after the due date', { ...three, date: '2025-04-03' }, {}, ['discount_1_date discount_date']],
    ['a tier may end on the due date', { ...three, date: '2025-04-02' }, {}, []],
    [
      'both tiers together are less than the amount',
      { ...three, amount: '700' },
      { ...two, amount: '490' },
      ['discount_2_amount discount_amount'],
    ],
  ])('%s', (_, first, second, expected) => expect(problems(first, second)).toEqual(expected));
});

describe('DISC-06 discounts granted by a document', () => {
  const head = { invoice_date: '2025-03-03', due_date: '2025-04-02', total_brutto: '1190.00' };
  const grant = (percentage: string | null, days: string | null, base: string | null = null) => ({
    percentage,
    days,
    base,
  });

  it('the greater one is the first tier in any order', () =>
    expect(grantedDiscounts(head, [grant('2', '20'), grant('3', '10')])).toEqual({
      discount_base: null,
      ...columnsOf(three, 1),
      ...columnsOf(two, 2),
    }));

  it('the percentage applies to the base', () =>
    expect(grantedDiscounts(head, [grant('3.00', '10', '1000')])).toMatchObject({
      discount_base: '1000',
      discount_1_amount: '30.00',
    }));

  it('tiers with their own bases keep their amounts when the total changes', () => {
    const granted = grantedDiscounts(head, [grant('3', '10', '1000'), grant('2', '20', '500')]);
    expect(granted).toMatchObject({
      discount_base: null,
      discount_1_percentage: '3',
      discount_1_amount: '30.00',
      discount_2_percentage: '2',
      discount_2_amount: '10.00',
    });
    const typed = { ...head, ...granted };
    const following = followingDiscounts({ ...typed, total_brutto: '2000.00' }, typed);
    expect(following).not.toHaveProperty('discount_1_amount');
    expect(following).toHaveProperty('discount_1_date', granted.discount_1_date);
  });

  it('a last day gives the days, an amount the percentage', () => {
    expect(
      grantedDiscounts(head, [
        { days: null, until: '2025-03-13', percentage: null, amount: '23.80', base: null },
      ]),
    ).toMatchObject({ discount_1_percentage: '2.00', discount_1_days: '10', discount_1_amount: '23.80' });
  });

  it.each([
    ['nothing', []],
    ['no days', [grant('3', null)]],
    ['more days than the payment term', [grant('3', '60')]],
    ['the whole amount', [grant('100', '10')]],
  ])('%s: none', (_, granted) =>
    expect(Object.values(grantedDiscounts(head, granted)).every((value) => value === null)).toBe(true),
  );
});
