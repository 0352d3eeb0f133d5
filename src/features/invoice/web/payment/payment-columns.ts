import { isCreditNote, paidBy } from '../../bank-data.ts';
import type { InvoiceDraft } from '../draft.ts';

type Head = InvoiceDraft['head'];

/** The head columns in the payment tab, in order, without the discounts. */
export const paymentColumns = [
  'payment_method',
  'iban',
  'bic',
  'vat_number',
  'prepaid_amount',
  'rounding_amount',
  'paid',
  'payment_in_advance',
] as const;

/** Whether a column is in the payment tab. */
export function isPaymentColumn(column: string): boolean {
  return paymentColumns.some((one) => one === column);
}

/**
 * Updates the paid mark when the payment method changes, or when the invoice becomes or ceases to be a credit note
 * (INV-06).
 */
export function withPaid(before: Head, after: Head): Head {
  const isMoved =
    before.payment_method !== after.payment_method || isCreditNote(before) !== isCreditNote(after);
  return isMoved ? { ...after, paid: paidBy(after, before.payment_method) } : after;
}
