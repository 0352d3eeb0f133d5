import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { bookedInvoice } from '../../src/features/accounting-export/booked-invoice.ts';
import { shownInFile } from '../../src/features/accounting-export/targets/datev-csv/shown-bookings.ts';
import { bookedInDynamics, reversed } from '../../src/features/accounting-export/targets/ms365/booking.ts';
import { shownInDynamics } from '../../src/features/accounting-export/targets/ms365/shown-bookings.ts';
import { inDepth } from '../support/depth.ts';
import {
  dynamicsCompanyOf,
  dynamicsOf,
  expectRight,
  expectWorth,
  fileOf,
  groupOf,
  journalOf,
  onlineOf,
} from './booked-sums.ts';
import {
  centsOf,
  companyOf,
  type DrawnLine,
  expectedAccount,
  invoiceOf,
  invoices,
  isHeadKeyUnused,
} from './drawn-invoice.ts';

const runs = { numRuns: inDepth(150, 4000) };

describe('EXP-10 EXP-12 EXP-20 EXP-26 EXP-28 INV-22 PRICE-07 the export of any invoice equals the invoice', () => {
  it('in a file of bookings, in the proposal of DATEV online, and in the preview of both', () => {
    fc.assert(
      fc.property(invoices, (all) => {
        const own = companyOf(all);
        const booked = bookedInvoice(invoiceOf(all), own, 'refuse');
        const isTooLong = all.lines.some((one) => expectedAccount(one, all.length) === null);
        if (isRefusal(booked)) {
          const isOfLittle = booked.code === 'export_worth_nothing' && Number(all.rate) < 1_000_000;
          expect(isTooLong || isOfLittle || isHeadKeyUnused(all), booked.code).toBe(true);
          return;
        }
        expect(isTooLong || isHeadKeyUnused(all)).toBe(false);
        const accountOf = (one: DrawnLine) => expectedAccount(one, all.length);
        expectRight(all, fileOf(booked, own, all), accountOf);
        expectWorth(all, shownInFile(booked, own), all.isReverse ? 'S' : 'H');
        expectRight(all, onlineOf(all, booked, all.length), accountOf);
      }),
      runs,
    );
  });

  it('in a journal of Dynamics 365, its reversal, and in the preview', () => {
    fc.assert(
      fc.property(invoices, (all) => {
        const booking = bookedInDynamics(dynamicsOf(all), dynamicsCompanyOf(all), 'refuse');
        if (isRefusal(booking)) throw new Error(booking.code);
        expectWorth(all, shownInDynamics(booking));
        const shown = shownInDynamics(booking).map((one) => ({
          account: one.counter_account,
          key: one.posting_key ?? '',
          cents: centsOf(one.amount) * (one.side === 'H' ? 1 : -1),
        }));
        expectRight(all, shown, ({ account }) => account, groupOf);
        for (const [one, sign] of [
          [booking, 1],
          [reversed(booking), -1],
        ] as const) {
          const { owed, got } = journalOf(one);
          const booked = got.map((each) => ({ ...each, cents: each.cents * sign }));
          expectRight(all, booked, ({ account }) => account, groupOf);
          expect(owed).toBe(got.reduce((sum, { cents }) => sum + cents, 0));
        }
      }),
      runs,
    );
  });
});
