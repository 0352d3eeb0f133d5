import { describe, expect, it } from 'vitest';
import { type Covered, type CoveredLine, outgrown } from './covered.ts';
import type { Tolerance } from './tolerance.ts';

const line = (details: Partial<CoveredLine> = {}): CoveredLine => ({
  text: 'Papier',
  quantity: '10',
  net: '100.00',
  cost_center_id: 1,
  ledger_account_id: 2,
  supplier_id: 3,
  order_line_id: 5,
  ...details,
});

const delivery = { delivery_address_id: 11, consignee_id: 12, billing_address_text: 'Am Hafen 1' };

const covered = (details: Partial<Covered> = {}): Covered => ({
  value: '100.00',
  value_on: null,
  basis: 'net',
  currency: 'EUR',
  rate: null,
  document_value: '100.00',
  document_due: '119.00',
  company_currency: 'EUR',
  amount_due: '119.00',
  client_id: 1,
  department_id: 1,
  bank: 'DE29200505501280046915',
  lines: [line()],
  delivery,
  links: { procurement_id: 7 },
  marks: { document_type: 'final', review_status: null },
  day: '2026-10-01',
  terms: { renewal_type: 'auto' },
  attachments: [{ file_id: 'a', name: 'Angebot.pdf', sha256: '01' }],
  doubts: ['known'],
  ...details,
});

const exactly: Tolerance = { percent: '0', maxAmount: null };
const tenPercent: Tolerance = { percent: '10', maxAmount: null };
const differing = (now: Partial<Covered>, tolerance = exactly, record: Partial<Covered> = covered()) =>
  outgrown(record, covered(now), tolerance).map(({ part, bringsAgain }) => [part, bringsAgain]);

/** One entry per field of a record, so that the compiler demands one for each new field. */
const beyond: { readonly [Field in keyof Covered]: readonly (readonly [Partial<Covered>, string])[] } = {
  value: [
    [{ value: '100.01' }, 'value'],
    [{ value: '-100.00' }, 'value'],
    [{ value: null }, 'value'],
  ],
  // The value covers these.
  value_on: [],
  basis: [],
  currency: [[{ currency: 'GBP', rate: '0.5', value: '50.00' }, 'terms']],
  rate: [[{ rate: '25', value: '2500.00', currency: 'GBP' }, 'value']],
  // Compared in a currency of its own, below.
  document_value: [],
  document_due: [],
  company_currency: [[{ company_currency: 'CHF' }, 'value']],
  amount_due: [[{ amount_due: '119.01' }, 'amount_due']],
  client_id: [
    [{ client_id: 2 }, 'company'],
    [{ client_id: null }, 'company'],
  ],
  department_id: [
    [{ department_id: 2 }, 'department'],
    [{ department_id: null }, 'department'],
  ],
  bank: [[{ bank: 'DE89370400440532013000' }, 'bank']],
  lines: [
    [{ lines: [line({ cost_center_id: 9 })] }, 'cost_centers'],
    [{ lines: [line({ cost_center_id: null })] }, 'cost_centers'],
    [{ lines: [line({ ledger_account_id: 9 })] }, 'accounts'],
    [{ lines: [line({ ledger_account_id: null })] }, 'accounts'],
    [{ lines: [line({ supplier_id: 9 })] }, 'suppliers'],
    [{ lines: [line({ order_line_id: 6 })] }, 'links'],
    [{ lines: [line({ order_line_id: null })] }, 'links'],
    [{ lines: [line({ supplier_id: null })] }, 'suppliers'],
  ],
  delivery: [
    [{ delivery: { ...delivery, delivery_address_id: 13 } }, 'delivery'],
    [{ delivery: { ...delivery, delivery_address_id: null } }, 'delivery'],
  ],
  links: [
    [{ links: { procurement_id: null } }, 'links'],
    [{ links: { procurement_id: 8 } }, 'links'],
  ],
  marks: [
    [{ marks: { document_type: null, review_status: null } }, 'terms'],
    [{ marks: { document_type: 'prepayment' } }, 'terms'],
  ],
  day: [],
  terms: [
    [{ terms: { renewal_type: null } }, 'terms'],
    [{ terms: { renewal_type: 'auto', duration: '10' } }, 'terms'],
  ],
  attachments: [
    [{ attachments: [] }, 'attachments'],
    [{ attachments: [{ file_id: 'b', name: 'Angebot.pdf', sha256: '02' }] }, 'attachments'],
  ],
  doubts: [[{ doubts: ['known', 'new'] }, 'doubts']],
};

describe('APPR-18 INV-25 differences from the approved content', () => {
  it.each(Object.values(beyond).flat())('%j goes beyond the approval', (now, part) => {
    expect(differing(now)).toContainEqual([part, true]);
  });

  it('finds none in an unchanged document', () => {
    expect(differing({})).toEqual([]);
  });

  it('ignores a lower amount', () => {
    expect(differing({ value: '99.99', amount_due: '0.00', lines: [line({ net: '99.99' })] })).toEqual([]);
  });

  it('PRICE-07 reports another currency, as its rate may be typed', () => {
    const cheaper = { currency: 'GBP', rate: '0.5', value: '50.00' };
    expect(differing(cheaper)).toEqual([['terms', true]]);
    expect(differing({ ...cheaper, terms: {} }, exactly, covered({ terms: {} }))).toEqual([
      ['currency', true],
    ]);
    expect(differing({ ...cheaper, currency: 'EUR' })).toEqual([]);
  });

  it.each([
    [
      'a hundred times the total at a hundredth of the rate',
      { document_value: '10000.00', rate: '0.01' },
      true,
    ],
    ['more to pay at a lower rate', { document_due: '130.00', rate: '0.5' }, true],
    ['the same total at another rate', { rate: '0.5', value: '50.00', amount_due: '59.50' }, false],
    [
      'less at a higher rate',
      { document_value: '50.00', document_due: '59.50', rate: '2', lines: [line({ net: '50.00' })] },
      false,
    ],
  ])('PRICE-07 %s in a foreign currency', (_, now, bringsAgain) => {
    const foreign = { currency: 'GBP', rate: '1', terms: {} };
    const found = differing({ ...foreign, ...now }, exactly, covered(foreign));
    expect(found).toEqual(bringsAgain ? [['currency', true]] : []);
  });

  it('PROC-42 allows more in a foreign currency within the tolerance, whatever its rate', () => {
    const foreign = { currency: 'GBP', rate: '1', terms: {} };
    const within = { ...foreign, rate: '0.9', document_value: '110.00', document_due: '129.00' };
    expect(differing(within, tenPercent, covered(foreign))).toEqual([]);
    expect(differing({ ...within, document_value: '110.01' }, tenPercent, covered(foreign))).toEqual([
      ['currency', true],
    ]);
  });

  it('PROC-42 notes an increase within the tolerance without a new approval', () => {
    const dearer = { value: '109.00', amount_due: '128.00', lines: [line({ net: '109.00' })] };
    expect(differing(dearer, tenPercent)).toEqual([
      ['value', false],
      ['amount_due', false],
    ]);
    expect(differing({ ...dearer, value: '110.01' }, tenPercent)).toContainEqual(['value', true]);
  });

  it.each([
    ['8.99', true],
    ['9', false],
    ['50', false],
  ])('PROC-42 an amount of %s limits the tolerance in percent', (maxAmount, bringsAgain) => {
    const dearer = { value: '109.00', lines: [line({ net: '109.00' })] };
    expect(differing(dearer, { percent: '10', maxAmount })).toContainEqual(['value', bringsAgain]);
    expect(differing(dearer, { percent: '0', maxAmount })).toContainEqual(['value', true]);
  });

  it.each([
    ['cost_centers', { cost_center_id: 9 }],
    ['suppliers', { supplier_id: 9 }],
    ['accounts', { ledger_account_id: 9 }],
  ] as const)('BUD-08 a share that grows within the same sum is reported for %s', (part, other) => {
    const shared = (one: string, two: string, value = '100.00') => ({
      value,
      lines: [line({ net: one }), line({ net: two, ...other })],
    });
    const record = covered(shared('50.00', '50.00'));
    expect(differing(shared('10.00', '90.00'), exactly, record)).toEqual([[part, true]]);
    expect(differing(shared('0.00', '40.00', '40.00'), exactly, record)).toEqual([]);
    // An increase within the tolerance hides no shift.
    expect(differing(shared('45.00', '60.00', '105.00'), tenPercent, record)).toEqual([['value', false]]);
    expect(differing(shared('10.00', '95.00', '105.00'), tenPercent, record)).toEqual([
      ['value', false],
      [part, true],
    ]);
  });

  it('allows filling an empty account, changed texts and added files', () => {
    const record = covered({ lines: [line({ ledger_account_id: null })] });
    expect(differing({}, exactly, record)).toEqual([]);
    const attachments = [...covered().attachments, { file_id: 'c', name: 'Lieferschein.pdf', sha256: '03' }];
    expect(differing({ attachments })).toEqual([]);
    expect(differing({ lines: [line({ text: 'Karton' })] })).toEqual([['lines', false]]);
  });

  it('an account may be filled up to the amount that had none, and no approved account may change', () => {
    const none = line({ net: '10.00', ledger_account_id: null });
    const record = covered({ lines: [none, line({ net: '90.00' })] });
    const booked = (first: number, second: number) => {
      const lines = [
        line({ net: '10.00', ledger_account_id: first }),
        line({ net: '90.00', ledger_account_id: second }),
      ];
      return differing({ lines }, exactly, record);
    };
    expect(booked(9, 2)).toEqual([]);
    expect(booked(2, 9)).toEqual([['accounts', true]]);
    expect(booked(9, 9)).toEqual([['accounts', true]]);
  });

  it('INV-07 INV-22 allows a mark that was not approved yet, but no other one', () => {
    const marked = (review_status: string | null) => ({ marks: { document_type: 'final', review_status } });
    expect(differing(marked('approved'))).toEqual([]);
    expect(differing(marked('approved'), exactly, covered(marked('content_rejection')))).toEqual([
      ['terms', true],
    ]);
  });

  it.each([
    ['another person who takes the goods', { consignee_id: 14 }],
    ['another billing address', { billing_address_text: 'Am Markt 2' }],
  ] as const)('PROC-13 reports %s without a new approval', (_, other) => {
    expect(differing({ delivery: { ...delivery, ...other } })).toEqual([['delivery', false]]);
  });

  it('ignores parts that an old record does not contain', () => {
    expect(
      differing(
        {
          bank: 'DE89370400440532013000',
          attachments: [],
          delivery: { ...delivery, delivery_address_id: 13 },
        },
        exactly,
        { value: '100.00' },
      ),
    ).toEqual([]);
  });
});
