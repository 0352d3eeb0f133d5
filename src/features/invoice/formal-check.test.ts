import { describe, expect, it } from 'vitest';
import { emptyReading, read } from '../../../tests/support/readings.ts';
import { emptyStored } from '../../document/fields.ts';
import type { FormalFacts } from './check-facts.ts';
import { invoiceFields, invoiceLineFields } from './fields.ts';
import {
  type FormalInvoice,
  type FormalPoint,
  formalCheck,
  formalPoints,
  missingPoints,
} from './formal-check.ts';

const line = {
  ...emptyStored(invoiceLineFields),
  description: 'Papier',
  quantity: '2',
  tax_category: 'S',
} as const;
const row = { tax_percentage: '19', tax_category: 'S', net: '1000.00', tax: '190.00' } as const;
const invoice: FormalInvoice = {
  head: {
    ...emptyStored(invoiceFields),
    ...{ supplier_id: 1, client_id: 2, number_printed: 'RE-1', total_brutto: '1190.00' },
    ...{ invoice_date: '2026-03-03', delivery_date: '2026-03-01', due_date: '2026-04-02' },
  },
  lines: [line],
  taxRows: [row],
};
const place = { address: 'Hauptstr. 1', zipcode: '20095', city: 'Hamburg' };
const company = { name: 'Elbe Handel GmbH', billing_name: null, vat_number: 'DE136695976' };
const stated = emptyReading({
  buyerName: read('ELBE Handel GmbH'),
  sellerTaxNumber: read('12/345/67890'),
});
const facts: FormalFacts = { reading: stated, supplier: place, company };

const head = (values: Partial<FormalInvoice['head']>) => ({
  ...invoice,
  head: { ...invoice.head, ...values },
});
const stateOf = (point: FormalPoint, checked: FormalInvoice, known: Partial<FormalFacts> = {}) =>
  formalCheck(checked, { ...facts, ...known }).find((one) => one.point === point)?.state;
const reading = (kind: 'xml' | 'text' | 'ocr') => ({ ...emptyReading(), reading: kind });

describe('INV-19 the formal check', () => {
  it('finds every point of a complete invoice', () =>
    expect(formalCheck(invoice, facts).map(({ point, state }) => [point, state])).toEqual(
      formalPoints.map((point) => [point, 'ok']),
    ));

  it('a value not stated in an e-invoice is missing, a value neither read nor typed is doubtful', () => {
    const bare = { ...invoice, lines: [] };
    expect(missingPoints(bare, { ...facts, supplier: null, reading: reading('xml') })).toEqual([
      ...['supplier', 'recipient', 'tax_id', 'goods'],
    ]);
    expect(missingPoints(bare, { ...facts, supplier: null, reading: reading('ocr') })).toEqual([]);
    expect(missingPoints(bare, { ...facts, supplier: null, reading: null })).toEqual([]);
    expect(stateOf('goods', bare, { reading: null })).toBe('doubtful');
  });

  it('a page with text must show a tax number; that of the supplier record is doubtful', () => {
    expect(stateOf('tax_id', invoice, { reading: reading('text') })).toBe('missing');
    const known = head({ vat_number: 'DE136695976' });
    expect(stateOf('tax_id', known, { reading: reading('text') })).toBe('doubtful');
    expect(stateOf('tax_id', known, { reading: null })).toBe('ok');
  });

  it('the recipient matches our company by VAT id, else by name', () => {
    const buyer = (fields: Parameters<typeof emptyReading>[0]) =>
      stateOf('recipient', invoice, { reading: emptyReading(fields) });
    expect(buyer({ buyerVatId: read('DE 136 695 976') })).toBe('ok');
    expect(buyer({ buyerVatId: read('DE999999999') })).toBe('missing');
    expect(buyer({ buyerVatId: read('DE999999999'), buyerName: read('Elbe Handel GmbH') })).toBe('doubtful');
    expect(buyer({ buyerName: read('Elbe Handel GmbH & Co. KG') })).toBe('doubtful');
    expect(buyer({})).toBe('doubtful');
  });

  it('a name in another script is compared as written', () => {
    const named = { ...company, name: 'ООО «Ромашка»', vat_number: null };
    const known = emptyReading({ buyerName: read('ООО Ромашка') });
    expect(stateOf('recipient', invoice, { company: named, reading: known })).toBe('ok');
  });

  it('a delivery date proposed from the invoice date is doubtful', () => {
    expect(stateOf('delivery', head({ delivery_date: '2026-03-03' }))).toBe('doubtful');
    expect(stateOf('delivery', head({ delivery_date: '2026-03-03', service_to: '2026-03-03' }))).toBe('ok');
    const known = emptyReading({ deliveryDate: read('2026-03-03') });
    expect(stateOf('delivery', head({ delivery_date: '2026-03-03' }), { reading: known })).toBe('ok');
  });

  it('an invoice without tax must state the reason', () => {
    const untaxed = { ...row, tax_percentage: '0', tax: '0', tax_category: 'E' } as const;
    const silent = { ...invoice, taxRows: [untaxed], lines: [{ ...line, tax_category: 'E' as const }] };
    expect(stateOf('tax', silent)).toBe('doubtful');
    const reported = {
      ...silent,
      lines: [{ ...line, tax_category: 'E' as const, tax_exemption_reason: '§ 4 Nr. 21 UStG' }],
    };
    expect(stateOf('tax', reported)).toBe('ok');
  });

  it('§ 33 UStDV up to 250 EUR the short list is enough, also for a credit note', () => {
    const points = (checked: FormalInvoice) => formalCheck(checked, facts).map(({ point }) => point);
    for (const total_brutto of ['250', '-250', '0.01'])
      expect(points(head({ total_brutto }))).toEqual(['supplier', 'date', 'goods', 'tax']);
    expect(points(head({ total_brutto: '250.01' }))).toEqual([...formalPoints]);
    expect(points(head({ total_brutto: '100', currency: 'CHF' }))).toEqual([...formalPoints]);
    const owed = { ...head({ total_brutto: '100' }), taxRows: [{ ...row, tax_category: 'AE' as const }] };
    expect(points(owed)).toEqual([...formalPoints]);
  });
});
