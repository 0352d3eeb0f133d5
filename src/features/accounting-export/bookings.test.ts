import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../base/refusal.ts';
import { chosenKeys } from '../invoice/tax-keys.ts';
import { bookedInvoice, inLength } from './booked-invoice.ts';
import { bookingDay, periodOf } from './booking-day.ts';
import { bookingsOf, creditorOf } from './bookings.ts';
import type { BookableLine, ExportedInvoice, ExportingCompany } from './model.ts';
import { postingKeyOf } from './tax-key.ts';

const company: ExportingCompany = {
  id: 1,
  name: 'Nordfeld',
  consultant_number: '29098',
  client_number: '55003',
  ledger_account_length: 4,
  currency: 'EUR',
  fiscal_year_start: '01-01',
  payables_ledger: true,
  datev_lock: false,
  datev_service_date: false,
  datev_closed_until: null,
  datev_kost_length: 8,
  datev_collective_account: null,
  debit_credit_reverse: false,
  owed_rate: '19',
  tax_keys: [],
};
const account = {
  number: '4980',
  automatic: false,
  automatic_tax: null,
  automatic_category: null,
  charted: [],
};
const line: BookableLine = {
  net: '100.00',
  tax_percentage: '19.00',
  tax_category: 'S',
  text: 'Papier',
  account,
  key: null,
  cost_center: '2000',
  cost_object: null,
};
const invoice = (lines: readonly Partial<BookableLine>[], more: Partial<ExportedInvoice> = {}) =>
  ({
    lines: lines.map((one) => ({ ...line, ...one })),
    tax_rows: [],
    key: null,
    export_individual_items: false,
    ...more,
  }) as unknown as ExportedInvoice;
const booked = (
  lines: readonly Partial<BookableLine>[],
  total: string,
  more: Partial<ExportedInvoice> = {},
) => {
  const bookings = bookingsOf(invoice(lines, { total_brutto: total, ...more }), company);
  return isRefusal(bookings)
    ? bookings.code
    : bookings.map(
        (one) => `${one.gross} ${one.account} ${one.posting_key ?? '-'} ${one.cost_center ?? '-'}`,
      );
};

it.each([
  [null, 'specific_field_required'],
  ['0.000058', 'exchange_rate_unwritable'],
])('PRICE-07 a foreign currency with a rate of %s is refused', (exchange_rate, code) => {
  const supplier = { name: 'Saigon Parts', creditor: '70001' };
  const foreign = { currency: 'VND', exchange_rate, invoice_date: '2026-10-05', prepaid: [], supplier };
  const refused = bookedInvoice(invoice([{}], { total_brutto: '119.00', ...foreign }), company, 'refuse');
  expect(refused).toMatchObject({ code, field: 'exchange_rate' });
});

describe('EXP-12 the bookings of an invoice', () => {
  it('are one per account, key and cost center, and add up to the total', () =>
    expect(booked([{}, {}, { cost_center: '3000' }, { tax_percentage: '7' }], '464.00')).toEqual([
      '238.00 4980 9 2000',
      '119.00 4980 9 3000',
      '107.00 4980 8 2000',
    ]));
  it('are one per line where the invoice asks for it, without zero amounts', () =>
    expect(booked([{}, { net: '0' }, {}], '238.00', { export_individual_items: true })).toEqual([
      '119.00 4980 9 2000',
      '119.00 4980 9 2000',
    ]));
  it('include a deduction on another account as its own booking', () =>
    expect(booked([{}, { net: '-10', account: { ...account, number: '4999' } }], '107.10')).toEqual([
      '119.00 4980 9 2000',
      '-11.90 4999 9 2000',
    ]));
  it('refuse a line without an account', () =>
    expect(booked([{ account: null }], '119.00')).toBe('export_account_missing'));
});

describe('EXP-10 account numbers', () => {
  it('a number of class 0 gets its leading zero back, a longer one is refused', () => {
    expect(booked([{ account: { ...account, number: '498' } }], '119.00')).toEqual(['119.00 0498 9 2000']);
    expect(booked([{ account: { ...account, number: '49801' } }], '119.00')).toBe('export_account_too_long');
  });
  it('EXP-24 a reversal has the account length of its day, as DATEV lengthens accounts', () => {
    const [before, now] = [4, 6].map((ledger_account_length) =>
      bookedInvoice(
        invoice([{}, { account: { ...account, number: '420' } }], {
          ...{ total_brutto: '238.00', currency: 'EUR', invoice_date: '2026-10-05', prepaid: [] },
          supplier: { name: 'Papierhaus', creditor: '70001' },
        }),
        { ...company, ledger_account_length },
        'refuse',
      ),
    );
    if (before === undefined || isRefusal(before)) throw new Error('not booked');
    expect(inLength(before, 6)).toEqual(now);
    expect(inLength(before, 4)).toEqual(before);
    expect(inLength(before, 6)).toMatchObject({
      creditor: '7000100',
      bookings: [{ account: '498000' }, { account: '042000' }],
    });
  });
  it('EXP-11 a supplier without an account takes the collective account where the company has one', () => {
    expect(creditorOf({ name: 'A', creditor: '70001' }, company)).toBe('70001');
    expect(creditorOf({ name: 'A', creditor: null }, company)).toMatchObject({
      code: 'export_supplier_id_missing',
    });
    expect(creditorOf({ name: 'A', creditor: null }, { ...company, datev_collective_account: '79999' })).toBe(
      '79999',
    );
    expect(creditorOf({ name: null, creditor: '70001' }, company)).toMatchObject({
      code: 'export_supplier_id_missing',
    });
  });
});

describe('EXP-22 cost objects', () => {
  it.each([['123456789'], ['KST-1'], ['Кострома']])('%s is refused', (cost_center) =>
    expect(booked([{ cost_center }], '119.00')).toBe('export_cost_object'),
  );
});

describe('EXP-20 posting keys', () => {
  const key = (
    more: Partial<BookableLine>,
    at: Partial<typeof account> = {},
    keys: ExportingCompany['tax_keys'] = [],
  ) => {
    const used = { ...account, ...at };
    const keyed = { ...line, ...more, account: used };
    const { keys: chosen, problems } = chosenKeys([keyed], null, keys);
    const found =
      problems[0]?.refused ?? postingKeyOf(keyed, chosen[0] ?? null, used, { ...company, tax_keys: keys });
    return isRefusal(found) ? found.code : found;
  };
  it('are the defaults, where a company has none of its own', () => {
    expect([
      key({}),
      key({ tax_percentage: '7.00' }),
      key({ tax_category: 'E', tax_percentage: '0' }),
    ]).toEqual(['9', '8', null]);
    expect(key({}, {}, [{ tax_category: 'S', tax_percentage: '19.00', posting_key: '401' }])).toBe('401');
  });
  it('INV-18 follow the rate of the reverse charge', () => {
    expect(key({ tax_category: 'AE', tax_percentage: '0' })).toBe('94');
    expect(key({ tax_category: 'K', tax_percentage: '0' })).toBe('19');
  });
  it('are omitted on an automatic account with its own rate, and refused with another rate', () => {
    const automatic = { automatic: true, automatic_tax: '19.00' as never };
    expect(key({}, automatic)).toBeNull();
    expect(key({ tax_percentage: '7' }, automatic)).toBe('export_automatic_account');
  });
  it('EXP-26 an automatic account posts one kind of tax, and refuses lines of another with the same rate', () => {
    const input = { automatic: true, automatic_tax: '19.00' as never, automatic_category: 'S' as never };
    const acquired = { ...input, automatic_category: 'K' as never };
    const [ofUnion, ofReverse] = (['K', 'AE'] as const).map((tax_category) => ({
      tax_category,
      tax_percentage: '0',
    }));
    expect([key({}, input), key(ofUnion ?? {}, acquired)]).toEqual([null, null]);
    expect([
      key(ofUnion ?? {}, input),
      key(ofReverse ?? {}, input),
      key({}, acquired),
      key(ofReverse ?? {}, acquired),
    ]).toEqual(Array(4).fill('export_automatic_category'));
    expect(key({ tax_category: 'E', tax_percentage: '0' }, input)).toBe('export_automatic_account');
    expect(key({ tax_category: 'E', tax_percentage: '0', key: { number: '40', tax: '0' } }, input)).toBe(
      '40',
    );
  });
  it('a chosen key comes first; no key or a long one is refused', () => {
    expect(key({ key: { number: '1234', tax: null } })).toBe('1234');
    expect(key({ key: { number: '12345', tax: null } })).toBe('export_tax_key_too_long');
    expect(key({ tax_percentage: '20' })).toBe('export_tax_key_missing');
  });
});

describe('EXP-21 closed periods', () => {
  it('an invoice in a closed period is booked on the first open day, or refused', () => {
    expect(bookingDay('2026-10-15', '2026-10-31', 'first_open_day')).toBe('2026-11-01');
    expect(bookingDay('2026-10-31', '2026-10-31', 'refuse')).toMatchObject({ code: 'export_period_closed' });
    expect(bookingDay('2026-11-01', '2026-10-31', 'refuse')).toBe('2026-11-01');
    expect(bookingDay('2026-10-15', null, 'refuse')).toBe('2026-10-15');
  });
  it('EXP-10 a file covers one month, split where a fiscal year begins within it', () => {
    expect(periodOf('2026-12-15', '01-01')).toEqual({
      from: '2026-12-01',
      to: '2026-12-31',
      yearStart: '2026-01-01',
    });
    expect(periodOf('2026-02-28', '10-01')).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
      yearStart: '2025-10-01',
    });
    expect(periodOf('2026-04-10', '04-15')).toEqual({
      from: '2026-04-01',
      to: '2026-04-14',
      yearStart: '2025-04-15',
    });
    expect(periodOf('2026-04-15', '04-15')).toEqual({
      from: '2026-04-15',
      to: '2026-04-30',
      yearStart: '2026-04-15',
    });
  });
});
