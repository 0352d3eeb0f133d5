import { describe, expect, it } from 'vitest';
import { emptyStored } from '../../../document/fields.ts';
import { invoiceFields } from '../fields.ts';
import type { AccountingFacts, InvoiceHead, TaxCategory } from '../model.ts';
import { owedTax } from '../owed-tax.ts';
import { offeredTypes, settledType } from './document-type.ts';
import { accountingProblems, creditDoubts, lateDoubts, prepaidDoubts } from './problems.ts';

const facts: AccountingFacts = {
  target: 'datev',
  records: [],
  allowed: null,
  companyCurrency: 'EUR',
  companyVatId: 'DE811402776',
  deducted: null,
  taxKeys: [],
  bookedFinal: null,
};
const head = (more: Partial<InvoiceHead> = {}) => ({ ...emptyStored(invoiceFields), ...more }) as InvoiceHead;
const found = (category: TaxCategory, more: Partial<InvoiceHead>, known: Partial<AccountingFacts> = {}) => {
  const taxRows = [{ tax_percentage: '0', tax_category: category, net: '100.00', tax: '0.00' }];
  const problems = accountingProblems({ head: head(more), lines: [], taxRows }, { ...facts, ...known });
  return problems.map(({ field, code }) => `${field} ${code}`);
};

describe('INV-18 tax that we owe', () => {
  it.each(['AE', 'K'] as const)('%s needs both VAT ids', (category) => {
    expect(found(category, { vat_number: null }, { companyVatId: null })).toEqual([
      'vat_number specific_field_required',
      'client_id company_without_vat_id',
    ]);
    expect(found(category, { vat_number: 'ATU12345678' })).toEqual([]);
  });
  it('other categories need none', () =>
    expect(found('S', { vat_number: null }, { companyVatId: null })).toEqual([]));
  it('is the net at the usual rate', () => {
    expect(owedTax({ net: '1000.01' }, '19')).toBe('190.00');
    expect(owedTax({ net: '-100.00' }, '20')).toBe('-20.00');
  });
});

describe('INV-12 the document type follows the sign', () => {
  it.each([
    ['invoice', '-1', 'credit_note'],
    ['final', '-0.01', 'credit_note'],
    ['credit_note', '1', 'invoice'],
    ['prepayment', '1', 'prepayment'],
    ['self_billing', '0', 'self_billing'],
  ] as const)('%s over %s is a %s', (document_type, total_brutto, type) =>
    expect(settledType({ document_type, total_brutto })).toBe(type),
  );
  it('a person chooses among the types that the sign allows', () => {
    expect(offeredTypes({ document_type: 'invoice', total_brutto: '1' })).toEqual([
      'invoice',
      'prepayment',
      'final',
    ]);
    expect(offeredTypes({ document_type: 'self_billing', total_brutto: '1' })).toContain('self_billing');
    expect(offeredTypes({ document_type: 'invoice', total_brutto: '-1' })).toEqual(['credit_note']);
  });
});

describe('doubts before leaving the check', () => {
  const asked = (more: Partial<InvoiceHead>, known: Partial<AccountingFacts> = {}) => {
    const invoice = { document: { head: head(more) }, facts: { accounting: { ...facts, ...known } } };
    const doubts = [...creditDoubts(invoice.document), ...prepaidDoubts(invoice), ...lateDoubts(invoice)];
    return doubts.map(({ code }) => code);
  };

  it('INV-12 a credit note that corrects no known invoice', () => {
    expect(asked({ total_brutto: '-5' })).toEqual(['credit_note_unlinked']);
    expect(asked({ total_brutto: '-5', corrects_invoice_id: 4 })).toEqual([]);
  });
  it('INV-22 a prepaid amount without a deducted prepayment invoice', () => {
    const paid = { total_brutto: '500', prepaid_amount: '100' } as const;
    expect(asked(paid)).toEqual(['prepaid_unlinked']);
    expect(asked({ ...paid, document_type: 'final' })).toEqual(['prepaid_unlinked']);
    expect(asked({ ...paid, document_type: 'final' }, { deducted: '100.00' })).toEqual([]);
    expect(asked({ total_brutto: '500' })).toEqual([]);
  });
  it('INV-22 a prepaid amount above, below or missing beside the deducted prepayments', () => {
    for (const prepaid_amount of ['119.01', '118.99', '0'] as const)
      expect(asked({ total_brutto: '500', prepaid_amount }, { deducted: '119.00' })).toEqual([
        'prepaid_differs',
      ]);
    expect(asked({ total_brutto: '500', prepaid_amount: '119' }, { deducted: '119.00' })).toEqual([]);
  });
  it('INV-22 a prepayment that the booked final invoice does not deduct', () =>
    expect(asked({ total_brutto: '500' }, { bookedFinal: 'IN-7' })).toEqual(['prepayment_after_final']));
});
