import { describe, expect, it } from 'vitest';
import { emptyStored } from '../../document/fields.ts';
import { invoiceFields, invoiceLineFields } from './fields.ts';
import { missingSelections, requiredColumns } from './required-selections.ts';
import { checkProblems } from './rules.ts';
import { invoiceSettings } from './settings.ts';

const head = {
  ...emptyStored(invoiceFields),
  ...{ number_printed: 'RE-1', supplier_id: 1, client_id: 2, total_brutto: '119' },
  iban: 'DE89370400440532013000',
  ...{ invoice_date: '2026-03-03', delivery_date: '2026-03-03', due_date: '2026-03-03' },
};
const line = {
  ...emptyStored(invoiceLineFields),
  ...{ description: 'Papier', total_netto: '100', tax_percentage: '19' },
};
const company = (invoice: Readonly<Record<string, boolean>>) => ({
  required_fields: { invoice },
  tax_tolerance: '0.02',
});
const missing = (values: Readonly<Record<string, string>>, flags: Readonly<Record<string, boolean>> = {}) =>
  missingSelections(invoiceSettings(values, company(flags)).required, head, []).map(
    ({ field, code }) => `${field} ${code}`,
  );

describe('VAL-11 VAL-17 required selections', () => {
  it('combine those of the tenant and the company', () => {
    expect(missing({ invoice_required_fields: 'cost_center_id' }, { ledger_account_id: true })).toEqual([
      'cost_center_id specific_field_required',
      'ledger_account_id specific_field_required',
    ]);
    expect(missing({}, { cost_center_id: false })).toEqual([]);
  });

  it('require an order or contract by a setting of the tenant or the company', () => {
    const asked = ['procurement_id order_or_contract_required'];
    expect(missing({ procurement_or_contract_required: 'true' })).toEqual(asked);
    expect(missing({}, { procurement_or_contract: true })).toEqual(asked);
    const { required } = invoiceSettings({ procurement_or_contract_required: 'true' }, null);
    expect(missingSelections(required, { ...head, contract_id: 4 }, [])).toEqual([]);
  });

  it('INV-16 require the posting key only for DATEV', () => {
    const values = { invoice_required_fields: 'posting_key_id' };
    expect(missing(values)).toEqual(['posting_key_id specific_field_required']);
    expect(missing({ ...values, invoice_export_target: 'ms365' })).toEqual([]);
  });

  it('INV-15 need no head value and no asterisk if all lines have their own', () => {
    const { required } = invoiceSettings({ invoice_required_fields: 'cost_center_id' }, null);
    const own = { ...line, cost_center_id: 7 };
    expect(requiredColumns(required, [own])).toEqual([]);
    expect(missingSelections(required, head, [own, own])).toEqual([]);
    expect(requiredColumns(required, [own, line])).toEqual(['cost_center_id']);
    expect(missingSelections(required, head, [own, line])).toHaveLength(1);
  });

  it('ignore unknown settings', () =>
    expect(missing({ invoice_required_fields: 'nothing,such' }, { nothing: true })).toEqual([]));
});

describe('VAL-13 INV-07 INV-11 the check follows the settings', () => {
  const codes = (
    values: Partial<typeof head>,
    settings: Readonly<Record<string, string>> = {},
    tolerance = '0.02',
  ) =>
    checkProblems(
      { head: { ...head, ...values }, lines: [], taxRows: [] },
      invoiceSettings(settings, { required_fields: {}, tax_tolerance: tolerance }),
    ).map(({ field, code }) => `${field} ${code}`);

  it('the due date may equal but not precede the invoice date', () => {
    expect(codes({})).toEqual([]);
    expect(codes({ due_date: '2026-03-02' })).toEqual(['due_date due_before_invoice']);
  });

  it('a result is required only under insolvency law, and a rejection needs a reason', () => {
    const law = { insolvency_law_fields: 'true' };
    expect(codes({ review_status: 'content_rejection' })).toEqual([]);
    expect(codes({}, law)).toEqual(['review_status specific_field_required']);
    expect(codes({ review_status: 'content_rejection' }, law)).toEqual(['notes review_note_required']);
    expect(codes({ review_status: 'content_rejection', notes: 'Menge strittig' }, law)).toEqual([]);
    expect(codes({ review_status: 'approved' }, law)).toEqual([]);
  });

  it('a stated tax may differ within the company’s tolerance', () => {
    const withTax = (tolerance: string) =>
      checkProblems(
        {
          head: { ...head, total_brutto: '119.05' },
          lines: [line],
          taxRows: [{ tax_percentage: '19', tax_category: 'S', net: '100', tax: '19.05' }],
        },
        invoiceSettings({}, { required_fields: {}, tax_tolerance: tolerance }),
      ).map(({ code }) => code);
    expect(withTax('0.02')).toEqual(['tax_differs']);
    expect(withTax('0.05')).toEqual([]);
  });
});
