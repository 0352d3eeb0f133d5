import type { InvoiceStatus } from '../../timeline/kinds.ts';

/** An invoice's text is fixed once it is paid and archived (TL-10). */
export function isInvoiceFixed(invoice: { readonly status: InvoiceStatus; readonly paid: boolean }): boolean {
  return invoice.paid && (invoice.status === 'completed' || invoice.status === 'declined-exported');
}
