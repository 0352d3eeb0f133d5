import { expect, it } from 'vitest';
import { isInvoiceFixed } from './rules.ts';

it('TL-10 the text of an invoice is fixed once it is paid and archived', () => {
  expect(isInvoiceFixed({ status: 'completed', paid: true })).toBe(true);
  expect(isInvoiceFixed({ status: 'declined-exported', paid: true })).toBe(true);
  expect(isInvoiceFixed({ status: 'completed', paid: false })).toBe(false);
  expect(isInvoiceFixed({ status: 'export', paid: true })).toBe(false);
});
