import { compareAmounts, isAmount } from '../../../base/money.ts';
import type { InvoiceFields } from '../model.ts';

export type DocumentType = InvoiceFields['document_type'];
type Typed = Pick<InvoiceFields, 'document_type' | 'total_brutto'>;

/** The document type after the sign rule: a negative total always makes a credit note (INV-12). */
export function settledType({ document_type: type, total_brutto: total }: Typed): DocumentType {
  if (isAmount(total) && compareAmounts(total, '0') < 0) return 'credit_note';
  return type === 'credit_note' ? 'invoice' : type;
}

/** The types that a person may choose; self-billing only if the document states it (INV-12, INV-22). */
export function offeredTypes(head: Typed): readonly DocumentType[] {
  const type = settledType(head);
  if (type === 'credit_note') return [type];
  return [
    'invoice',
    'prepayment',
    'final',
    ...(head.document_type === 'self_billing' ? [head.document_type] : []),
  ];
}
