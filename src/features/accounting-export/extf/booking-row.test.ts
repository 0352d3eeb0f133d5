import { describe, expect, it } from 'vitest';
import type { BookedRow } from '../model.ts';
import { bookingRow } from './booking-row.ts';
import { bookingColumns } from './fields.ts';

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

describe('EXP-10 the columns of a booking', () => {
  /** The filled cells of a row, by column from 1. */
  const filled = (one: BookedRow, by: typeof company): Readonly<Record<number, string>> => {
    const cells = bookingRow(one, by).trimEnd().split(';');
    expect(cells).toHaveLength(bookingColumns.length);
    return Object.fromEntries(
      cells.flatMap((cell, place) => (cell === '' || cell === '""' ? [] : [[place + 1, cell]])),
    );
  };
  const usual = {
    ...{ 1: '119,00', 2: '"H"', 3: '"EUR"', 7: '70001', 8: '4930', 10: '0203', 11: '"R17"', 12: '"010426"' },
    ...{ 14: '"Holz GmbH, Papier"', 20: '"BEDI ""3F2504E0-4F89-41D3-9A0C-0305E82C3301"""', 114: '0' },
  };

  it('are those of amount, accounts, days, number, text, document and lock; all others are empty', () =>
    expect(filled(row, company)).toEqual(usual));

  it('have rate, base amount and base currency in another currency only', () => {
    const foreign = { ...row.invoice, currency: 'USD', exchange_rate: '0.920000' };
    const booking = { ...row.booking, base: '109.48' };
    expect(filled({ ...row, invoice: foreign, booking }, company)).toEqual({
      ...usual,
      ...{ 3: '"USD"', 4: '1,086957', 5: '109,48', 6: '"EUR"' },
    });
  });

  it('have key and cost objects of the booking, and discounts as information, never as a discount', () => {
    const booking = { ...row.booking, posting_key: '9', cost_center: '2000', cost_object: '71' };
    const terms = [
      { percentage: '3.00', date: '2026-03-12' },
      { percentage: '2.50', date: '2026-03-22' },
      { percentage: null, date: null },
    ];
    expect(filled({ ...row, invoice: { ...row.invoice, terms }, booking }, company)).toEqual({
      ...{ ...usual, 9: '"9"', 37: '"2000"', 38: '"71"' },
      ...{ 21: '"Skonto"', 22: '"3 % bis 12.03.2026, 2,5 % bis 22.03.2026"' },
    });
  });

  it('have lock and service date where the company asks for them', () =>
    expect(filled(row, { ...company, datev_lock: true, datev_service_date: true })).toEqual({
      ...usual,
      ...{ 114: '1', 115: '01032026', 116: '01032026' },
    }));
});

describe('EXP-10 EXP-24 a reversal is marked as such', () => {
  it('in column 118 only; side and amount are unchanged', () => {
    const cells = (isReversal: boolean) => bookingRow({ ...row, isReversal }, company).split(';');
    expect([cells(true)[117], cells(false)[117]]).toEqual(['"1"', '""']);
    expect(cells(true).toSpliced(117, 1)).toEqual(cells(false).toSpliced(117, 1));
  });
});
