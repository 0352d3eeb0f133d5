import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../../base/refusal.ts';
import type { BookedInvoice } from '../booked-invoice.ts';
import { periodOf } from '../booking-day.ts';
import type { Booking, ExportingCompany } from '../model.ts';
import { batchFile } from '../server/extf/batch.ts';
import { AdviserRows, openAdviserFile } from './adviser-file.ts';

const company = {
  consultant_number: '29098',
  client_number: '55003',
  ledger_account_length: 4,
  currency: 'EUR',
  fiscal_year_start: '01-01',
  datev_lock: false,
  datev_service_date: false,
  debit_credit_reverse: false,
} as ExportingCompany;
const booking = (account: string, gross: string): Booking => ({
  gross,
  account,
  posting_key: '9',
  cost_center: '2000',
  cost_object: null,
  text: 'Anlage',
  tax_percentage: '19',
  tax_category: 'S',
});
const booked = (bookings: readonly Booking[], more: Partial<BookedInvoice> = {}): BookedInvoice => ({
  invoice: {
    guid: '4e0b6a2c-8c1d-4f0a-9a55-0d8f3a1b7c11',
    number: 'RE-1',
    name: null,
    invoice_date: '2026-10-05',
    due_date: null,
    delivery_date: null,
    currency: 'EUR',
    exchange_rate: null,
    total_brutto: '0',
    terms: [],
    supplier: 'Brüggemann',
  },
  creditor: '70001',
  day: '2026-10-05',
  bookings,
  ...more,
});

/** The finding for an exported invoice in a file with the rows of these. */
function found(exported: BookedInvoice, there: readonly BookedInvoice[], length = 4) {
  const period = periodOf('2026-10-05', '01-01');
  const of = { ...company, ledger_account_length: length };
  const batch = { company: of, period, madeAt: '20261130120000000', label: '' };
  const rows = there.flatMap(({ bookings, ...one }) =>
    bookings.map((each) => ({ ...one, booking: each, isReversal: false })),
  );
  const file = openAdviserFile(Buffer.concat([...batchFile(batch, rows)]));
  if (isRefusal(file)) throw new Error(file.code);
  const kept = new AdviserRows(file, [exported]);
  kept.take([...file.rows]);
  return kept.found(exported, false);
}

describe('EXP-29 an invoice in a file of the adviser', () => {
  const final = booked([booking('4980', '3570.00'), booking('1518', '-1190.00')]);
  const payment = booked([{ ...booking('1200', '-2380.00'), posting_key: null, cost_center: null }]);

  it('has arrived where its payment is booked too, even if it takes off a prepayment', () => {
    expect(found(final, [final, payment])).toEqual({ finding: 'arrived', differences: [] });
    expect(found(final, [payment])).toMatchObject({ finding: 'missing' });
  });

  it('was changed where a deduction moved, or a part was booked back', () => {
    const moved = booked([booking('4980', '3570.00'), booking('1519', '-1190.00')]);
    expect(found(final, [moved])).toMatchObject({
      finding: 'changed',
      differences: [{ account: '1518 9 2000', ours: '-1190', theirs: null }],
    });
    const one = booked([booking('4980', '119.00')]);
    expect(found(one, [one, booked([booking('4980', '-19.00')])])).toMatchObject({
      finding: 'changed',
      differences: [{ account: '4980 9 2000', ours: '119', theirs: '100' }],
    });
  });

  it('has arrived in accounts that were lengthened after its export', () => {
    const later = booked([booking('498000', '3570.00'), booking('151800', '-1190.00')], {
      creditor: '7000100',
    });
    expect(found(final, [later], 6)).toMatchObject({ finding: 'arrived' });
  });
});
