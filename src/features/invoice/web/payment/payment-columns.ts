import { isCreditNote, paidBy } from '../../bank-data.ts';
import type { InvoiceDraft } from '../draft.ts';

type Head = InvoiceDraft['head'];

/** The columns of the head that stand in the tab of the payment, in its order, besides the discounts. */
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

/** Whether a column stands in the tab of the payment. */
export function isPaymentColumn(column: string): boolean {
  return paymentColumns.some((one) => one === column);
}

/** Whether it is paid follows another way of payment, and what turned into a credit note (INV-06). */
export function withPaid(before: Head, after: Head): Head {
  const isMoved =
    before.payment_method !== after.payment_method || isCreditNote(before) !== isCreditNote(after);
  return isMoved ? { ...after, paid: paidBy(after, before.payment_method) } : after;
}
