import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkExtf } from '../../scripts/extf/check-extf.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import { bookedInvoice } from '../../src/features/accounting-export/booked-invoice.ts';
import { batchName } from '../../src/features/accounting-export/server/extf/batch.ts';
import { bookedInDynamics, reversed } from '../../src/features/accounting-export/targets/ms365/booking.ts';
import { inDepth } from '../support/depth.ts';
import {
  batchFor,
  batchOf,
  dynamicsCompanyOf,
  dynamicsOf,
  expectRight,
  fileOf,
  type Got,
  gotOf,
  groupOf,
  journalOf,
  negative,
  onlineOf,
  rowsIn,
  upright,
} from './booked-sums.ts';
import {
  companyOf,
  corrections,
  type Drawn,
  type DrawnLine,
  expectedAccount,
  invoiceOf,
} from './drawn-invoice.ts';

const runs = { numRuns: inDepth(150, 4000) };

describe('EXP-16 EXP-24 INV-30 an invoice that is exported, corrected and exported again', () => {
  /** Nothing of the former export is left, and the rest equals the corrected invoice. */
  function expectCorrected(
    after: Drawn,
    { former, taken, now }: Readonly<Record<'former' | 'taken' | 'now', readonly Got[]>>,
    accountOf: (one: DrawnLine) => string | null,
    keyAt?: (one: DrawnLine, all: Drawn) => string,
  ): void {
    const left = Map.groupBy([...former, ...taken], ({ account, key }) => `${account} ${key}`);
    for (const [place, some] of left)
      expect(
        some.reduce((sum, { cents }) => sum + cents, 0),
        place,
      ).toBe(0);
    expectRight(after, [...former, ...taken, ...now], accountOf, keyAt);
  }

  it('leaves only the corrected invoice in files of bookings, which the reader accepts, and in DATEV online', () => {
    fc.assert(
      fc.property(corrections, ({ before, after }) => {
        const own = companyOf(before);
        const [old, booked] = [before, after].map((one) => bookedInvoice(invoiceOf(one), own, 'refuse'));
        fc.pre(old !== undefined && booked !== undefined && !isRefusal(old) && !isRefusal(booked));
        const accountOf = (one: DrawnLine) => expectedAccount(one, before.length);
        const bytes = batchOf(own, [
          { booked: old, isReversal: true },
          { booked, isReversal: false },
        ]);
        const reader = checkExtf(upright(bytes, before), batchName(batchFor(own, booked)));
        expect(reader.findings).toEqual([]);
        const rows = rowsIn(bytes);
        const of = (isReversal: boolean) =>
          gotOf(
            rows.filter((row) => (row[117] === '1') === isReversal),
            before.isReverse,
          );
        const former = fileOf(old, own, before);
        expectCorrected(after, { former, taken: negative(of(true)), now: of(false) }, accountOf);
        const online = onlineOf(before, old, before.length);
        const taken = negative(online);
        expectCorrected(
          after,
          { former: online, taken, now: onlineOf(after, booked, before.length) },
          accountOf,
        );
      }),
      runs,
    );
  });

  it('leaves only the corrected invoice in the journals of Dynamics 365', () => {
    fc.assert(
      fc.property(corrections, ({ before, after }) => {
        const [old, booked] = [before, after].map((one) =>
          bookedInDynamics(dynamicsOf(one), dynamicsCompanyOf(one), 'refuse'),
        );
        if (old === undefined || booked === undefined || isRefusal(old) || isRefusal(booked))
          throw new Error('a journal was refused');
        expectCorrected(
          after,
          { former: journalOf(old).got, taken: journalOf(reversed(old)).got, now: journalOf(booked).got },
          ({ account }) => account,
          groupOf,
        );
      }),
      runs,
    );
  });
});
