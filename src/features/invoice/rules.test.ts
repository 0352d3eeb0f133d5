import { expect, it } from 'vitest';
import { emptyStored } from '../../document/fields.ts';
import { invoiceFields } from './fields.ts';
import { checkProblems, isInvoiceFixed } from './rules.ts';
import { invoiceSettings } from './settings.ts';

it('TL-10 the text of an invoice is fixed once it is paid and archived', () => {
  expect(isInvoiceFixed({ status: 'completed', paid: true })).toBe(true);
  expect(isInvoiceFixed({ status: 'declined-exported', paid: true })).toBe(true);
  expect(isInvoiceFixed({ status: 'completed', paid: false })).toBe(false);
  expect(isInvoiceFixed({ status: 'export', paid: true })).toBe(false);
});

it.each([
  ['119', '0', '0.99', []],
  ['119', '119', '-0.99', []],
  ['-119', '-119', '0', []],
  ['119', '0', '1.00', ['rounding_amount']],
  ['119', '0', '100000', ['rounding_amount']],
  ['119', '-50000', '0', ['prepaid_amount']],
  ['119', '119.01', '0', ['prepaid_amount']],
  ['-119', '1', '0', ['prepaid_amount']],
])(
  'INV-31 a total of %s with %s paid and %s of rounding has problems in %j',
  (total_brutto, prepaid_amount, rounding_amount, fields) => {
    const head = { ...emptyStored(invoiceFields), total_brutto, prepaid_amount, rounding_amount };
    const problems = checkProblems({ head, lines: [], taxRows: [] }, invoiceSettings({}, null));
    const due = ['rounding_amount', 'prepaid_amount'];
    expect(problems.map(({ field }) => field).filter((field) => due.includes(field))).toEqual(fields);
  },
);
