import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BudgetPanel } from '../../../document/web/budget/BudgetPanel.tsx';
import { DocumentForm, DocumentTitle } from '../../../document/web/DocumentForm.tsx';
import { DocumentPage, type KindFormProps } from '../../../document/web/DocumentPage.tsx';
import { ApproverPanel } from '../../../document/web/steps/ApproverPanel.tsx';
import { noSubmission, useDocumentActions } from '../../../document/web/steps/use-document-actions.ts';
import { MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import { settledType } from '../accounting/document-type.ts';
import { isApprovalLeftOut } from '../approval.ts';
import { BookingPreview } from './accounting/BookingPreview.tsx';
import { FinalInvoice } from './accounting/FinalInvoice.tsx';
import { budgetedInvoice } from './budget/budgeted-invoice.ts';
import { FormalCheck } from './checks/FormalCheck.tsx';
import { invoiceDialogs } from './doubts/dialogs.tsx';
import type { InvoiceDraft } from './draft.ts';
import { InvoiceFields } from './InvoiceFields.tsx';
import { InvoiceNotes, type InvoicePartProps } from './InvoiceNotes.tsx';
import { InvoiceTabs } from './InvoiceTabs.tsx';
import { type InvoiceDocument, invoicePage, receivedFiles } from './kind.ts';
import { InvoiceItems } from './lines/InvoiceItems.tsx';
import { useOrders } from './orders/use-orders.ts';
import { InvoiceOriginal } from './original/InvoiceOriginal.tsx';
import { useShownPlaces } from './original/use-original.ts';
import { useReading } from './original/use-reading.ts';
import { useStart } from './start/use-start.ts';
import { useInvoiceForm } from './use-invoice-form.ts';

/** The page of one supplier invoice. */
export function InvoicePage(): ReactNode {
  return <DocumentPage kind={invoicePage} Form={InvoiceForm} useStart={useStart} />;
}

/** Title, fields, approvers, documents, timeline and action bar of one invoice. */
function InvoiceForm({
  document,
  start: filled,
  onCreated,
}: KindFormProps<InvoiceDocument, InvoiceDraft>): ReactNode {
  const { t } = useTranslation();
  const form = useInvoiceForm(document, filled, onCreated);
  const actions = useDocumentActions(form, noSubmission, invoiceDialogs);
  const reading = useReading(document);
  const places = useShownPlaces(form, reading);
  const { head } = form.editor.draft;
  const file = document?.view_file ?? document?.file ?? null;
  const type = settledType(form.situation.document.head);
  const { total_netto: net, total_brutto: gross } = form.situation.document.head;
  const title = (
    <DocumentTitle
      form={form}
      name={head.name || (head.supplier?.name ?? '')}
      total={{ net, gross, currency: head.currency }}
      newStatus="approval"
      badge={
        type === 'invoice' ? null : (
          <MeaningBadge meaning="draft">{t(`overview.invoice_type.${type}`)}</MeaningBadge>
        )
      }
    />
  );
  return (
    <DocumentForm
      form={form}
      actions={actions}
      dialogs={invoiceDialogs}
      title={title}
      beside={
        document === null || file === null ? null : (
          <InvoiceOriginal
            invoiceId={document.id}
            file={file}
            received={receivedFiles(document)}
            reading={reading}
            places={places}
          />
        )
      }
    >
      <InvoiceNotes form={form} reading={reading} actions={actions} />
      <InvoiceFields form={form} reading={reading} />
      <BudgetPanel document={budgetedInvoice(form)} />
      <FinalInvoice form={form} />
      {document === null ? null : <BookingPreview document={document} />}
      {document !== null && invoicePage.editedIn.includes(document.status) ? (
        <FormalCheck invoice={form.situation.document} facts={form.situation.facts.formal} />
      ) : null}
      <ItemsAndTabs form={form} reading={reading} actions={actions} />
    </DocumentForm>
  );
}

/** The lines of a new invoice, or approvers and tabs of a stored one. */
function ItemsAndTabs({ form, reading, actions }: InvoicePartProps): ReactNode {
  const { document } = form;
  const orders = useOrders(document, form.editor.draft);
  if (document === null) return <InvoiceItems form={form} reading={null} orders={orders} />;
  return (
    <>
      {isApprovalLeftOut(form.situation) ? null : (
        <ApproverPanel
          kind={invoicePage}
          document={document}
          places={{
            departmentId: document.department?.id ?? null,
            costCenterIds: document.cost_center ? [document.cost_center.id] : [],
            supplierIds: document.supplier ? [document.supplier.id] : [],
          }}
        />
      )}
      <InvoiceTabs form={form} reading={reading} orders={orders} actions={actions} />
    </>
  );
}
