import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAmounts, sum } from '../../../../base/money.ts';
import { isRefusal } from '../../../../base/refusal.ts';
import { bookedInDynamics, controlAmountOf, reversed } from './booking.ts';
import type { DynamicsBooking, DynamicsCompany, DynamicsInvoice, DynamicsLine } from './model.ts';
import { journalRowCount, journalRows, pendingHeader, pendingRows } from './rows.ts';

const company: DynamicsCompany = {
  name: 'Contoso',
  currency: 'EUR',
  datev_closed_until: null,
  discount_codes: [{ percentage: '3.00', days: 10, code: '3%D10' }],
  category: 'Office',
};
const line: DynamicsLine = {
  net: '100.00',
  tax_percentage: '19',
  tax_category: 'S',
  text: 'Paper',
  account: '600150',
  dimensions: { cost_center: '0-07' },
  tax_group: 'DE',
  tax_item_group: 'FULL',
};
const invoice: DynamicsInvoice = {
  guid: '5f5d3c1e-0000-4000-8000-000000000001',
  number: 'R-1',
  name: 'Office',
  invoice_date: '2026-05-02',
  due_date: '2026-06-01',
  currency: 'EUR',
  exchange_rate: null,
  total_brutto: '119.00',
  total_tax: '19.00',
  export_individual_items: false,
  prepaid: [],
  awaits_prepayment: false,
  terms: [{ percentage: null, days: null, date: null }],
  supplier: 'Brüggemann',
  vendor_account: 'US-101',
  lines: [line],
  tax_rows: [],
};
const layout = { delimiter: '-', order: ['account', 'cost_center'] } as const;
const journal = { dataAreaId: 'demf', JournalBatchNumber: '00012' };

function booked(change: Partial<DynamicsInvoice> = {}): DynamicsBooking {
  const booking = bookedInDynamics({ ...invoice, ...change }, company, 'first_open_day');
  if (isRefusal(booking)) throw new Error(booking.code);
  return booking;
}

/** The debit and credit sums of a voucher, and the number of its vendor lines. */
function sidesOf(booking: DynamicsBooking) {
  const rows = journalRows(booking, journal, 1, layout);
  const side = (name: string) => sum(rows.map((row) => String(row[name] ?? 0)));
  return {
    rows,
    debit: side('Debit'),
    credit: side('Credit'),
    vendors: rows.filter(({ AccountType }) => AccountType === 'Vend').length,
  };
}

describe('EXP-14 an invoice in a journal', () => {
  it('has one vendor line with the whole gross amount, and ledger lines on the other side', () => {
    const { rows } = sidesOf(booked());
    const common = { ...journal, Date: '2026-05-02T12:00:00Z', Currency: 'EUR' };
    expect(rows).toEqual([
      {
        ...common,
        LineNumber: 1,
        AccountType: 'Vend',
        AccountDisplayValue: 'US\\-101',
        Invoice: 'R-1',
        InvoiceDate: '2026-05-02T12:00:00Z',
        DueDate: '2026-06-01T12:00:00Z',
        Credit: 119,
        Description: 'Brüggemann, Office',
      },
      {
        ...common,
        LineNumber: 2,
        AccountType: 'Ledger',
        AccountDisplayValue: '600150-0\\-07',
        Debit: 119,
        SalesTaxGroup: 'DE',
        ItemSalesTaxGroup: 'FULL',
        Description: 'Paper',
      },
    ]);
    expect(journalRowCount(booked())).toBe(rows.length);
  });

  it('of a credit note has the vendor in Debit', () => {
    const { rows } = sidesOf(booked({ total_brutto: '-119.00', lines: [{ ...line, net: '-100.00' }] }));
    expect(rows).toMatchObject([{ Debit: 119 }, { Credit: 119 }]);
    expect(rows[0]).not.toHaveProperty('Credit');
  });

  it('in another currency has its rate; 100 means one to one', () => {
    const foreign = { currency: 'CZK', exchange_rate: '0.041' };
    expect(sidesOf(booked(foreign)).rows[1]).toMatchObject({ Currency: 'CZK', ExchRate: 4.1 });
    expect(controlAmountOf(booked(foreign))).toBe('4.88');
  });

  it('has a line per combination of account, dimensions and tax, or per item if requested (EXP-12)', () => {
    const lines = [line, { ...line, net: '50.00' }, { ...line, net: '50.00', tax_item_group: 'RED' }];
    const many = { lines, total_brutto: '238.00' };
    expect(booked(many).lines.map(({ gross }) => gross)).toEqual(['178.50', '59.50']);
    expect(booked({ ...many, export_individual_items: true }).lines).toHaveLength(3);
  });

  it('balances to the cent with one vendor transaction, for any lines', () => {
    const net = fc.integer({ min: -200_000, max: 200_000 }).map((cents) => (cents / 100).toFixed(2));
    const some = fc.array(fc.tuple(net, fc.constantFrom('19', '7', '0'), fc.constantFrom('1', '2')), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(some, net, (rows, total) => {
        fc.pre(Number(total) !== 0);
        const lines = rows.map(([amount, tax_percentage, account]) => ({
          ...line,
          net: amount,
          tax_percentage,
          account,
        }));
        const booking = booked({ lines, total_brutto: total });
        for (const one of [booking, reversed(booking)]) {
          const { debit, credit, vendors } = sidesOf(one);
          expect([compareAmounts(debit, credit), vendors]).toEqual([0, 1]);
        }
      }),
    );
  });

  it('EXP-24 is reversed by the same lines on the opposite sides', () => {
    expect(sidesOf(reversed(booked())).rows).toMatchObject([{ Debit: 119, Invoice: 'R-1' }, { Credit: 119 }]);
  });
});

describe('EXP-14 an invoice as a pending vendor invoice', () => {
  it('has the totals of the document, and lines with net amounts', () => {
    expect(pendingHeader(booked(), 'demf', 'mark')).toMatchObject({
      InvoiceAccount: 'US-101',
      InvoiceNumber: 'R-1',
      ImportedAmount: 119,
      ImportedSalesTax: 19,
      InvoiceDescription: 'mark',
    });
    const invoiceKey = { dataAreaId: 'demf', HeaderReference: 'V-1' };
    expect(pendingRows(booked(), invoiceKey, { ...layout, order: ['cost_center'] })).toMatchObject([
      {
        InvoiceLineNumber: 1,
        NetAmount: 100,
        ProcurementCategoryName: 'Office',
        MainAccountDisplayValue: '600150',
        DimensionDisplayValue: '0\\-07',
      },
    ]);
  });
});

describe('DISC-05 one discount tier for Dynamics 365', () => {
  const first = { percentage: '3', days: 10, date: '2026-05-12' };
  const second = { percentage: '2.00', days: 20, date: '2026-05-22' };

  it('is the code of the company', () => {
    const booking = booked({ terms: [first, second] });
    expect(booking.discount_code).toBe('3%D10');
    expect(sidesOf(booking).rows[0]).toMatchObject({ CashDiscount: '3%D10' });
  });

  it('is described in the text where there is no code', () => {
    const booking = booked({ terms: [{ ...first, days: 11 }, second] });
    expect(booking.discount_code).toBeNull();
    expect(booking.text).toBe('3% 2026-05-12 / 2% 2026-05-22, Brüggemann, Office');
    const credit = booked({ terms: [first], total_brutto: '-119.00', lines: [{ ...line, net: '-100.00' }] });
    expect(credit.discount_code).toBeNull();
  });
});

describe('EXP-18 invoices that cannot be exported to Dynamics 365', () => {
  it.each([
    [{ vendor_account: ' ' }, 'export_d365_vendor_missing'],
    [{ number: null }, 'specific_field_required'],
    [{ currency: 'USD' }, 'specific_field_required'],
    [{ lines: [{ ...line, account: null }] }, 'export_account_missing'],
  ])('%j is refused with its reason', (change, code) => {
    expect(bookedInDynamics({ ...invoice, ...change }, company, 'first_open_day')).toMatchObject({ code });
  });

  it('EXP-21 a closed period is refused, or booked on its first open day', () => {
    const closed = { ...company, datev_closed_until: '2026-05-31' };
    expect(bookedInDynamics(invoice, closed, 'refuse')).toMatchObject({ code: 'export_period_closed' });
    expect(bookedInDynamics(invoice, closed, 'first_open_day')).toMatchObject({ day: '2026-06-01' });
  });
});
