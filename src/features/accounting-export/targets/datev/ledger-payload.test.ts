import { expect, it } from 'vitest';
import { bookingCells } from '../../extf/booking-row.ts';
import type { BookedRow, Booking } from '../../model.ts';
import { type LedgerPayload, ledgerInvoice } from './ledger-payload.ts';

const booking: Booking = {
  ...{ gross: '119.00', account: '4930', posting_key: null, cost_center: null, cost_object: null },
  ...{ text: 'Papier', tax_percentage: '19', tax_category: 'S' },
};
const head = {
  ...{ guid: null, number: 'R17', due_date: null, delivery_date: null, currency: 'EUR' },
  ...{ exchange_rate: null, terms: [], supplier: 'Holz GmbH' },
};

/** The text of a booking in a file, and online. */
function textsOf(name: string | null): readonly unknown[] {
  const row: BookedRow = {
    invoice: { ...head, name },
    ...{ booking, creditor: '70001', day: '2026-03-02', isReversal: false },
  };
  const company = {
    currency: 'EUR',
    datev_lock: false,
    datev_service_date: false,
    debit_credit_reverse: false,
  };
  const payload = {
    invoice: { ...row.invoice, invoice_date: '2026-03-02', total_brutto: '119.00' },
    ...{ creditor: '70001', day: '2026-03-02', bookings: [booking] },
    ledger: { own_currency: 'EUR', discounts: [] },
  } as unknown as LedgerPayload;
  return [bookingCells(row, company)[14], ledgerInvoice(payload, false).parts[0]?.bookingText];
}

it('EXP-08 EXP-10 a booking has one text, in a file and online: supplier, and name of the invoice or of its line', () => {
  expect(textsOf(null)).toEqual(['"Holz GmbH, Papier"', 'Holz GmbH, Papier']);
  expect(textsOf('Kopierpapier März')).toEqual([
    '"Holz GmbH, Kopierpapier März"',
    'Holz GmbH, Kopierpapier März',
  ]);
});
