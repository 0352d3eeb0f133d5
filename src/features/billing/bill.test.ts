import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { inDepth } from '../../../tests/support/depth.ts';
import { addDays } from '../../base/day.ts';
import { compareAmounts, round, sum } from '../../base/money.ts';
import { type BillFacts, billOf, type Conditions, type Counts } from './bill.ts';

const nothing: Counts = { document: 0, procurement: 0, invoice: 0, recognition: 0 };
const free: Conditions = {
  document_limit: null,
  procurement_limit: null,
  invoice_limit: null,
  base_price_document: null,
  base_price_procurement: null,
  base_price_invoice: null,
  extra_price_document: null,
  extra_price_procurement: null,
  extra_price_invoice: null,
  recognition_unit_price: null,
  standard_package: false,
};

function facts(
  counts: Partial<Counts>,
  conditions: Partial<Conditions>,
  rest: Partial<Omit<BillFacts, 'counts' | 'conditions'>> = {},
): BillFacts {
  return {
    month: '2026-10',
    counts: { ...nothing, ...counts },
    conditions: { ...free, ...conditions },
    items: [],
    tiers: [],
    created_on: '2020-01-01',
    archived_on: null,
    ...rest,
  };
}

const netsOf = (of: BillFacts) => billOf(of).items.map(({ kind, net }) => [kind, net]);
const always = { description: 'Archive', net_amount: '15.00', start_date: '2026-01-01', end_date: null };

describe('OP-07 the bill of a month', () => {
  const example = facts(
    { document: 130, recognition: 45 },
    {
      base_price_document: '99.0000',
      document_limit: 100,
      extra_price_document: '0.8000',
      recognition_unit_price: '0.2000',
    },
    { items: [always] },
  );

  it('adds up to 147.00 net in the example', () => {
    expect(netsOf(example)).toEqual([
      ['base_document', '99.00'],
      ['extra_document', '24.00'],
      ['recognition', '9.00'],
      ['additional', '15.00'],
    ]);
    expect(billOf(example)).toMatchObject({ net: '147.00', vatRate: '19', vat: '27.93', gross: '174.93' });
  });

  it('charges only base and extra price of documents in the standard package', () => {
    const standard = { ...example, conditions: { ...example.conditions, standard_package: true } };
    expect(billOf({ ...standard, tiers: [{ quantity: 0, base_price: '1', unit_price: '1' }] }).net).toBe(
      '123.00',
    );
  });

  it('an empty limit covers any number, and 0 covers none', () => {
    const conditions = { extra_price_invoice: '1', base_price_invoice: '10' };
    expect(billOf(facts({ invoice: 5 }, conditions)).net).toBe('10.00');
    expect(billOf(facts({ invoice: 5 }, { ...conditions, invoice_limit: 0 })).net).toBe('15.00');
    expect(
      billOf(facts({ procurement: 5 }, { procurement_limit: 2, extra_price_procurement: '0.5' })).net,
    ).toBe('1.50');
  });

  it('omits items without cost', () => {
    expect(billOf(facts({ document: 9, recognition: 9 }, {}))).toMatchObject({ items: [], gross: '0.00' });
  });

  it('rounds each item half up, and the tax once', () => {
    const prices = { recognition_unit_price: '0.0050', base_price_document: '0.0050' };
    expect(billOf(facts({ recognition: 1 }, prices))).toMatchObject({ net: '0.02', vat: '0.00' });
  });

  test.each([
    ['2026-10-31', null, true],
    ['2026-11-01', null, false],
    ['2026-01-01', '2026-10-01', true],
    ['2026-01-01', '2026-09-30', false],
    [null, null, true],
  ])('an additional item from %s to %s is charged in October: %s', (start_date, end_date, isCharged) => {
    const items = [{ ...always, start_date, end_date }];
    expect(billOf(facts({}, {}, { items })).net).toBe(isCharged ? '15.00' : '0.00');
  });
});

describe('OP-08 tiered prices', () => {
  const tiers = [
    { quantity: 0, base_price: '20.00', unit_price: '0.5000' },
    { quantity: 100, base_price: '40.00', unit_price: '0.3000' },
  ];
  const base = { base_price_document: '99', document_limit: 100, extra_price_document: '0.8' };

  test.each([
    [130, '79.00'],
    [100, '70.00'],
    [99, '69.50'],
    [0, '20.00'],
  ])('replace base and extra price: %i documents cost %s', (document, net) => {
    expect(billOf(facts({ document }, base, { tiers })).net).toBe(net);
    expect(billOf(facts({ document }, base, { tiers: tiers.toReversed() })).net).toBe(net);
  });

  it('base and extra price apply where no tier is reached', () => {
    expect(billOf(facts({ document: 50 }, base, { tiers: tiers.slice(1) })).net).toBe('99.00');
  });
});

describe('OP-07 any bill', () => {
  const price = fc.option(fc.integer({ min: 0, max: 9_999_999 }).map((units) => String(units / 10_000)));
  const limit = fc.option(fc.integer({ min: 0, max: 500 }));
  const count = fc.integer({ min: 0, max: 1_000 });
  const conditions = fc.record({
    document_limit: limit,
    procurement_limit: limit,
    invoice_limit: limit,
    base_price_document: price,
    base_price_procurement: price,
    base_price_invoice: price,
    extra_price_document: price,
    extra_price_procurement: price,
    extra_price_invoice: price,
    recognition_unit_price: price,
    standard_package: fc.boolean(),
  });
  const counts = fc.record({ document: count, procurement: count, invoice: count, recognition: count });
  const tiers = fc.array(fc.record({ quantity: limit, base_price: price, unit_price: price }));
  const items = fc.array(
    fc.record({
      description: fc.string(),
      net_amount: price,
      start_date: fc.constantFrom(null, '2026-10-15', '2026-11-15'),
      end_date: fc.constantFrom(null, '2026-10-20', '2026-09-30'),
    }),
  );
  const any = fc
    .record({ counts, conditions, tiers, items })
    .map((drawn): BillFacts => ({ month: '2026-10', created_on: '2020-01-01', archived_on: null, ...drawn }));

  it('is the sum of its items plus tax', () => {
    fc.assert(
      fc.property(any, (of) => {
        const bill = billOf(of);
        expect(bill.net).toBe(round(sum(bill.items.map(({ net }) => net)), 2));
        expect(bill.gross).toBe(round(sum([bill.net, bill.vat]), 2));
        for (const { net } of bill.items) expect(net).toBe(round(net, 2));
      }),
    );
  });

  it('never decreases with one more document if there are no tiers', () => {
    fc.assert(
      fc.property(any, (of) => {
        const before = { ...of, tiers: [] };
        const more = { ...before, counts: { ...of.counts, document: of.counts.document + 1 } };
        expect(compareAmounts(billOf(more).net, billOf(before).net)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('OP-13 a tenant created or archived within the month', () => {
  const conditions = {
    base_price_document: '99',
    base_price_invoice: '31',
    extra_price_invoice: '2',
    invoice_limit: 0,
  };
  const bill = (created_on: string, archived_on: string | null) =>
    netsOf(facts({ invoice: 3 }, conditions, { created_on, archived_on, items: [always] }));

  test.each([
    ['2026-10-01', null, '99.00', '31.00'],
    ['2026-10-31', null, '3.19', '1.00'],
    ['2026-10-30', null, '6.39', '2.00'],
    ['2026-01-01', '2026-10-01', '3.19', '1.00'],
    ['2026-01-01', '2026-10-31', '99.00', '31.00'],
    ['2026-10-10', '2026-10-19', '31.94', '10.00'],
    ['2026-10-10', '2026-11-02', '70.26', '22.00'],
  ])(
    'from %s to %s pays base prices by days, and everything else in full',
    (from, until, document, invoice) => {
      expect(bill(from, until)).toEqual([
        ['base_document', document],
        ['base_invoice', invoice],
        ['extra_invoice', '6.00'],
        ['additional', '15.00'],
      ]);
    },
  );

  it('pays the base price of its tier by days, too', () => {
    const tiers = [{ quantity: 0, base_price: '20.00', unit_price: '0.5' }];
    const of = facts({ document: 10 }, {}, { tiers, created_on: '2026-10-25' });
    expect(billOf(of).items).toMatchObject([
      { kind: 'tier_base', net: '4.52', price: '20.00', days: { charged: 7, of: 31 } },
      { kind: 'tier_unit', net: '5.00' },
    ]);
  });

  /** Independent calculation: counts the days on a calendar, in whole ten-thousandths of a euro. */
  function struckOff(month: string, from: string, until: string | null, price: number): string {
    const [year = 0, no = 0] = month.split('-').map(Number);
    let [length, struck] = [0, 0];
    while (new Date(Date.UTC(year, no - 1, length + 1)).getUTCMonth() === no - 1) {
      length += 1;
      const day = `${month}-${String(length).padStart(2, '0')}`;
      if (day >= from && (until === null || day <= until)) struck += 1;
    }
    const doubled = 2n * BigInt(price) * BigInt(struck);
    const unit = 100n * BigInt(length);
    const cents = (doubled + unit) / (2n * unit);
    return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
  }

  const day = fc.integer({ min: 0, max: 3_000 }).map((count) => addDays('2023-01-01', count));
  const months = fc
    .tuple(fc.integer({ min: 2023, max: 2030 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, no]) => `${year}-${String(no).padStart(2, '0')}`);

  it('matches an independent calculation for any month, start, end and price', () => {
    const drawn = fc.tuple(months, day, fc.option(day), fc.integer({ min: 1, max: 99_999_999 }));
    fc.assert(
      fc.property(drawn, fc.nat(40), ([month, from, until, price], near) => {
        // Half of them start within the month.
        const created = near < 20 ? `${month}-${String(1 + (near % 28)).padStart(2, '0')}` : from;
        const ended = until !== null && until >= created ? until : null;
        const of = facts(
          {},
          { base_price_procurement: String(price / 10_000) },
          { month, created_on: created, archived_on: ended },
        );
        expect(billOf(of).net).toBe(struckOff(month, created, ended, price));
      }),
      { numRuns: inDepth(300, 20_000) },
    );
  });
});
