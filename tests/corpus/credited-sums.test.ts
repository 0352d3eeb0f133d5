import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { type BookedInvoice, bookedInvoice } from '../../src/features/accounting-export/booked-invoice.ts';
import { shownInFile } from '../../src/features/accounting-export/targets/datev-csv/shown-bookings.ts';
import { bookedInDynamics } from '../../src/features/accounting-export/targets/ms365/booking.ts';
import { inDepth } from '../support/depth.ts';
import {
  dynamicsCompanyOf,
  dynamicsOf,
  expectRight,
  expectWorth,
  fileOf,
  type Got,
  groupOf,
  journalOf,
  onlineOf,
} from './booked-sums.ts';
import {
  centsOf,
  companyOf,
  type Drawn,
  type DrawnLine,
  expectedAccount,
  invoiceOf,
  invoices,
  isHeadKeyUnused,
  keyOf,
  kinds,
  totalOf,
} from './drawn-invoice.ts';

const runs = { numRuns: inDepth(150, 4000) };

/** A document that gives back a percentage of each line of another, with its currency, rate and terms. */
function creditOf(whole: Drawn, percentages: readonly number[]): Drawn {
  const lines = whole.lines.map((one, place) => ({
    ...one,
    cents: Math.round((one.cents * (percentages[place] ?? 100)) / 100),
  }));
  const credit = { ...whole, lines, isCredit: !whole.isCredit, sign: -whole.sign };
  return { ...credit, hasHeadKey: credit.hasHeadKey && !isHeadKeyUnused(credit) };
}

/** An invoice of accounts that can be exported. */
const exportable = invoices
  .map((one): Drawn => ({ ...one, prepaid: null, hasHeadKey: one.hasHeadKey && !isHeadKeyUnused(one) }))
  .filter(
    (one) => totalOf(one) !== 0 && one.lines.every((line) => expectedAccount(line, one.length) !== null),
  );
const percentages = fc.array(fc.constantFrom(0, 10, 33, 50, 99, 100), { minLength: 9, maxLength: 9 });
const partly = fc
  .tuple(exportable, percentages)
  .map(([whole, of]) => ({ whole, credit: creditOf(whole, of) }))
  .filter(({ credit }) => totalOf(credit) !== 0);

function bookedOf(all: Drawn): BookedInvoice {
  const booked = bookedInvoice(invoiceOf(all), companyOf(all), 'refuse');
  // Amounts of less than a cent in the company's currency are refused.
  fc.pre(!isRefusal(booked) || booked.code !== 'export_worth_nothing');
  if (isRefusal(booked)) throw new Error(booked.code);
  return booked;
}

function journalLinesOf(all: Drawn): readonly Got[] {
  const booking = bookedInDynamics(dynamicsOf(all), dynamicsCompanyOf(all), 'refuse');
  if (isRefusal(booking)) throw new Error(booking.code);
  const { owed, got } = journalOf(booking);
  expect(owed).toBe(totalOf(all));
  return got;
}

/** The sums per account and key. */
function sumsOf(got: readonly Got[]): ReadonlyMap<string, number> {
  const places = Map.groupBy(got, ({ account, key }) => `${account} ${key}`);
  return new Map(
    [...places].map(([place, some]) => [place, some.reduce((sum, { cents }) => sum + cents, 0)]),
  );
}

/** The values in the company's currency per account and key, with the sign of the document. */
function worthOf(all: Drawn, booked: BookedInvoice): readonly Got[] {
  const own = companyOf(all);
  const credit = all.isReverse ? 'S' : 'H';
  return shownInFile(booked, own).map((one) => ({
    account: all.isReverse ? one.account : one.counter_account,
    key: one.posting_key ?? '',
    cents: centsOf(one.base_amount ?? '0') * (one.side === credit ? 1 : -1),
  }));
}

/** What is left of each account and key: the nets with their tax, as close as roundings allow. */
function expectLeft(
  [whole, credit]: readonly [Drawn, Drawn],
  got: readonly Got[],
  accountOf: (one: DrawnLine) => string | null,
  keyAt: (one: DrawnLine, all: Drawn) => string,
): void {
  const exact = new Map<string, { cents: number; rounded: number }>();
  for (const all of [whole, credit])
    for (const line of all.lines) {
      const place = `${accountOf(line)} ${keyAt(line, all)}`;
      const { cents = 0, rounded = 0 } = exact.get(place) ?? {};
      const gross = line.cents * all.sign * (1 + kinds[line.kind].rate / 100);
      // A line is rounded by less than a cent, and has a part of the stated deviation of at most three.
      exact.set(place, { cents: cents + gross, rounded: rounded + 4 });
    }
  for (const [place, cents] of sumsOf(got)) {
    const expected = exact.get(place);
    expect(Math.abs(cents - (expected?.cents ?? Number.NaN)), place).toBeLessThanOrEqual(
      expected?.rounded ?? 0,
    );
  }
}

describe('EXP-12 EXP-26 INV-12 PRICE-07 DISC-05 an invoice and its credit note, with owed tax, discounts, currency and rounding', () => {
  it('leave nothing on any account where everything is given back, in no currency and at no target', () => {
    fc.assert(
      fc.property(exportable, (whole) => {
        const credit = creditOf(whole, []);
        const [one, other] = [bookedOf(whole), bookedOf(credit)];
        const both = [
          [...fileOf(one, companyOf(whole), whole), ...fileOf(other, companyOf(credit), credit)],
          [...worthOf(whole, one), ...worthOf(credit, other)],
          [...onlineOf(whole, one, whole.length), ...onlineOf(credit, other, whole.length)],
          [...journalLinesOf(whole), ...journalLinesOf(credit)],
        ];
        for (const got of both) for (const [place, cents] of sumsOf(got)) expect(cents, place).toBeCloseTo(0);
      }),
      runs,
    );
  });

  it('leave the rest of each account, key and rate where a part is given back', () => {
    fc.assert(
      fc.property(partly, ({ whole, credit }) => {
        const [one, other] = [bookedOf(whole), bookedOf(credit)];
        const accountOf = (line: DrawnLine) => expectedAccount(line, whole.length);
        const inFile = fileOf(other, companyOf(credit), credit);
        expectRight(credit, inFile, accountOf);
        expectWorth(credit, shownInFile(other, companyOf(credit)), credit.isReverse ? 'S' : 'H');
        expectLeft([whole, credit], [...fileOf(one, companyOf(whole), whole), ...inFile], accountOf, keyOf);
        const online = onlineOf(credit, other, credit.length);
        expectRight(credit, online, accountOf);
        const asTyped = ({ account }: DrawnLine) => account;
        const journal = journalLinesOf(credit);
        expectRight(credit, journal, asTyped, groupOf);
        expectLeft([whole, credit], [...journalLinesOf(whole), ...journal], asTyped, groupOf);
      }),
      runs,
    );
  });
});
