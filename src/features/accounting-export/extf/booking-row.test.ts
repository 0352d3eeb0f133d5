import { describe, expect, it } from 'vitest';
import type { BookedRow } from '../model.ts';
import { bookingRow } from './booking-row.ts';

const row: BookedRow = {
  invoice: {
    guid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    number: 'R17',
    name: null,
    due_date: '2026-04-01',
    delivery_date: '2026-03-01',
    currency: 'EUR',
    exchange_rate: null,
    terms: [],
    supplier: 'Holz GmbH',
  },
  booking: {
    gross: '119.00',
    account: '4930',
    posting_key: null,
    cost_center: null,
    cost_object: null,
    text: 'Papier',
    tax_percentage: '19',
    tax_category: 'S',
  },
  creditor: '70001',
  day: '2026-03-02',
  isReversal: false,
};
const company = {
  currency: 'EUR',
  datev_lock: false,
  datev_service_date: false,
  debit_credit_reverse: false,
};
const reversed = { ...company, debit_credit_reverse: true };

/** Amount, side, account and contra account of a row. */
function sidesOf(one: BookedRow, by: typeof company): string {
  const cells = bookingRow(one, by)
    .split(';')
    .map((cell) => cell.replaceAll('"', ''));
  return `${cells[0]} ${cells[1]} Konto ${cells[6]} Gegenkonto ${cells[7]}`;
}

describe('OP-10 debit_credit_reverse swaps the notation of a row, not the booking', () => {
  it('the creditor comes first when off; the expense comes first with the other side when on', () => {
    expect(sidesOf(row, company)).toBe('119,00 H Konto 70001 Gegenkonto 4930');
    expect(sidesOf(row, reversed)).toBe('119,00 S Konto 4930 Gegenkonto 70001');
  });

  it('a credit note is swapped in the same way', () => {
    const credit = { ...row, booking: { ...row.booking, gross: '-119.00' } };
    expect(sidesOf(credit, company)).toBe('119,00 S Konto 70001 Gegenkonto 4930');
    expect(sidesOf(credit, reversed)).toBe('119,00 H Konto 4930 Gegenkonto 70001');
  });

  it('nothing else of the row changes', () => {
    const others = (by: typeof company) =>
      bookingRow(row, by)
        .split(';')
        .filter((_, place) => ![1, 6, 7].includes(place));
    expect(others(reversed)).toEqual(others(company));
  });
});

describe('EXP-10 EXP-24 a reversal is marked as such', () => {
  it('in column 118 only; side and amount are unchanged', () => {
    const cells = (isReversal: boolean) => bookingRow({ ...row, isReversal }, company).split(';');
    expect([cells(true)[117], cells(false)[117]]).toEqual(['"1"', '""']);
    expect(cells(true).toSpliced(117, 1)).toEqual(cells(false).toSpliced(117, 1));
  });
});
