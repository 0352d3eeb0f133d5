import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { DocumentFieldInput } from '../../../../document/web/head/DocumentFieldInput.tsx';
import { type EditedHead, useHeadField } from '../../../../document/web/head/use-head-field.ts';
import { onceChosen } from '../../../../platform/web/kit/once-chosen.ts';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { offeredTypes, settledType } from '../../accounting/document-type.ts';
import { invoiceFields } from '../../fields.ts';
import type { InvoiceDraft } from '../draft.ts';
import { findCorrected } from './corrected-invoices.ts';

type Edited = EditedHead<InvoiceDraft['head']>;

/** The document type; its sign tells credit notes from invoices (INV-12, INV-22). */
export function TypeField(edited: Edited): ReactNode {
  const field = useHeadField(edited);
  const { head } = edited;
  return (
    <DocumentFieldInput
      field={invoiceFields.document_type}
      {...field('document_type')}
      value={settledType(head)}
      offered={offeredTypes(head)}
    />
  );
}

/** The invoice that a credit note corrects, of the same supplier (INV-12). */
export function CorrectedField({
  documentId,
  ...edited
}: Edited & { readonly documentId: number | null }): ReactNode {
  const { t } = useTranslation();
  const field = useHeadField(edited);
  const { head } = edited;
  if (settledType(head) !== 'credit_note' && head.corrects_invoice === null) return null;
  const supplierId = head.supplier?.id ?? null;
  const { onChange, ...input } = field('corrects_invoice', 'corrects_invoice_id');
  return (
    <SearchSelect
      {...input}
      {...onceChosen(supplierId !== null, t('invoice.needs_supplier'))}
      searchKey={['corrected-invoice', supplierId, documentId]}
      search={(text, signal) => findCorrected({ supplierId: supplierId ?? 0, documentId, text }, signal)}
      onChange={(chosen: Reference | null) => onChange(chosen)}
    />
  );
}
