import { describe, expect, it } from 'vitest';
import { emptyReading, read } from '../../../tests/support/readings.ts';
import { emptyStored } from '../../document/fields.ts';
import { invoiceFields } from './fields.ts';
import type { InvoiceHead } from './model.ts';
import { filledForm, nobodyFound } from './recognised-form.ts';

const before: InvoiceHead = {
  ...emptyStored(invoiceFields),
  id: 1,
  status: 'open',
  creator_id: 7,
  rate_source: null,
  exported_at: null,
  is_leaving: false,
  stands_in_books: false,
  was_exported: false,
  money_by_ids: [],
  total_netto: '0',
  total_tax: '0',
  file_id: '0190a7f0-0000-7000-8000-000000000000',
  view_file_id: null,
  recognition_state: 'queued',
  procurement_id: null,
  legal_hold: null,
  iban_by_id: null,
  read_by_id: null,
};
const supplier = {
  id: 5,
  name: 'Holzhof GmbH',
  department_id: 2,
  cost_center_id: 3,
  ledger_account_id: 4,
  tax: '7.00',
  payment_days: 14,
  vat_number: null,
  payment_method: null,
  iban: null,
  bic: null,
};

describe('REC-05 a reading fills the form', () => {
  it('takes number, dates, currency and totals as stated', () => {
    const reading = emptyReading({
      invoiceNumber: read('4711'),
      invoiceDate: read('2026-11-02'),
      dueDate: read('2026-12-02'),
      currency: read('CHF'),
      totalNet: read('100.00'),
      totalTax: read('18.99'),
      totalGross: read('118.99'),
    });
    expect(filledForm(before, reading, nobodyFound)).toMatchObject({
      number_printed: '4711',
      invoice_date: '2026-11-02',
      due_date: '2026-12-02',
      currency: 'CHF',
      total_netto: '100.00',
      total_tax: '18.99',
      total_brutto: '118.99',
    });
  });

  it('INV-27 the due date is the printed one, else by the document’s terms, else by the supplier’s', () => {
    const reading = {
      ...emptyReading({ invoiceDate: read('2026-11-18') }),
      dueTerm: read({ kind: 'after', count: 7, unit: 'day', from: 'invoice', monthDay: null } as const),
    };
    const known = { ...nobodyFound, supplier };
    expect(filledForm(before, reading, known).due_date).toBe('2026-11-25');
    expect(filledForm(before, emptyReading({ invoiceDate: read('2026-11-18') }), known).due_date).toBe(
      '2026-12-02',
    );
    const printed = { ...reading, fields: { ...reading.fields, dueDate: read('2026-11-30') } };
    expect(filledForm(before, printed, known).due_date).toBe('2026-11-30');
  });

  it('leaves out invalid values and keeps the rest', () => {
    const reading = emptyReading({
      invoiceNumber: read('x'.repeat(200)),
      invoiceDate: read('2026-02-31'),
      sellerName: read('Holzhof'),
    });
    const filled = filledForm(before, reading, nobodyFound);
    expect(filled).not.toHaveProperty('number_printed');
    expect(filled).not.toHaveProperty('invoice_date');
    expect(filled.name).toBe('Holzhof');
  });

  it('leaves out impossible amounts and dates, and rounds amounts to cents', () => {
    const odd = filledForm(
      before,
      emptyReading({
        totalNet: read('1e3'),
        totalGross: read('99999999999999'),
        deliveryDate: read('2026-02-30'),
      }),
      nobodyFound,
    );
    expect(odd).toMatchObject({ total_brutto: '0', delivery_date: null });
    const fine = emptyReading({
      totalNet: read('10.005'),
      totalGross: read('11.9060'),
      prepaid: read('9e30'),
    });
    expect(filledForm(before, fine, nobodyFound)).toMatchObject({
      total_netto: '10.01',
      total_brutto: '11.91',
      total_tax: '1.9',
      prepaid_amount: '0',
    });
  });

  it('sets no rate of the whole invoice if there are several', () => {
    const row = (rate: string) => ({ category: null, ratePercent: read(rate), basis: null, tax: null });
    const reading = { ...emptyReading(), taxRows: [row('19'), row('7')] };
    expect(filledForm(before, reading, nobodyFound).tax).toBeNull();
    expect(filledForm(before, { ...reading, taxRows: [row('7')] }, nobodyFound).tax).toBe('7');
  });

  it('TASK-16 a repeated reading keeps values that it did not read', () => {
    const typed = { ...before, number_printed: 'typed', notes: 'kept' };
    expect(filledForm(typed, emptyReading(), nobodyFound).number_printed).toBe('typed');
    expect(filledForm(typed, emptyReading({ invoiceNumber: read('2') }), nobodyFound).number_printed).toBe(
      '2',
    );
  });
});

describe('REC-06 defaults of the supplier', () => {
  it('fill empty fields and keep chosen values', () => {
    expect(filledForm(before, emptyReading(), { ...nobodyFound, supplier, clientId: 9 })).toMatchObject({
      name: 'Holzhof GmbH',
      supplier_id: 5,
      client_id: 9,
      department_id: 2,
      cost_center_id: 3,
      ledger_account_id: 4,
      tax: '7.00',
    });
    const chosen = { ...before, client_id: 1, cost_center_id: 8 };
    expect(filledForm(chosen, emptyReading(), { ...nobodyFound, supplier, clientId: 9 })).toMatchObject({
      client_id: 1,
      cost_center_id: 8,
    });
  });
});

describe('REC-11 references of the document', () => {
  const meant = { client_id: 9, department_id: 6 };

  it('the buyer reference overrides the supplier’s defaults within its company', () => {
    const known = { ...nobodyFound, supplier, clientId: 9, meant };
    expect(filledForm(before, emptyReading(), known)).toMatchObject({ client_id: 9, department_id: 6 });
    const elsewhere = { ...known, clientId: 1 };
    expect(filledForm(before, emptyReading(), elsewhere)).toMatchObject({ client_id: 1, department_id: 2 });
    const chosen = { ...before, client_id: 9, department_id: 8 };
    expect(filledForm(chosen, emptyReading(), known)).toMatchObject({ client_id: 9, department_id: 8 });
  });

  it('links order, contract and corrected invoice; keeps links that are not named', () => {
    const links = { procurement_id: 11, contract_id: 12, corrects_invoice_id: 13 };
    expect(filledForm(before, emptyReading(), { ...nobodyFound, links })).toMatchObject(links);
    expect(filledForm(before, emptyReading(), nobodyFound)).not.toHaveProperty('procurement_id');
  });
});

describe('INV-12 credit notes', () => {
  const totals = { totalNet: read('100'), totalGross: read('119'), prepaid: read('19') };

  it('with positive amounts change the sign of all amounts', () => {
    expect(
      filledForm(before, emptyReading({ ...totals, documentTypeCode: read('381') }), nobodyFound),
    ).toMatchObject({
      document_type: 'credit_note',
      total_brutto: '-119',
      total_netto: '-100',
      prepaid_amount: '-19',
    });
  });

  it('a negative total makes any document a credit note', () => {
    const reading = emptyReading({
      documentTypeCode: read('380'),
      totalNet: read('-100'),
      totalGross: read('-119'),
    });
    expect(filledForm(before, reading, nobodyFound)).toMatchObject({
      document_type: 'credit_note',
      total_brutto: '-119.00',
    });
  });

  it('386 is a prepayment, 389 is self-billing', () => {
    const typeOf = (code: string) =>
      filledForm(before, emptyReading({ ...totals, documentTypeCode: read(code) }), nobodyFound)
        .document_type;
    expect(['380', '386', '389'].map(typeOf)).toEqual(['invoice', 'prepayment', 'self_billing']);
  });
});
