import type { ReactNode } from 'react';
import { DocumentForm, DocumentTitle } from '../../../document/web/DocumentForm.tsx';
import classes from '../../../document/web/DocumentPage.module.css';
import { DocumentPage, type KindFormProps } from '../../../document/web/DocumentPage.tsx';
import { Attachments } from '../../../document/web/head/Attachments.tsx';
import { ApproverPanel } from '../../../document/web/steps/ApproverPanel.tsx';
import { useDocumentActions } from '../../../document/web/steps/use-document-actions.ts';
import { emptyDraft, type InvoiceDraft } from './draft.ts';
import { InvoiceFields } from './InvoiceFields.tsx';
import { type InvoiceDocument, invoicePage } from './kind.ts';
import { useInvoiceForm } from './use-invoice-form.ts';

/** The page of one supplier invoice. */
export function InvoicePage(): ReactNode {
  return <DocumentPage kind={invoicePage} Form={InvoiceForm} useStart={useStart} />;
}

const start = { draft: emptyDraft, isPending: false };
const useStart = (): typeof start => start;

/** An invoice is never handed in: it begins with its check. */
const noSubmission = { asked: async () => [], input: {} };
const noDialogs = {};

/** Title, fields, approvers, documents and timeline of one invoice, with the bar of its actions. */
function InvoiceForm({
  document,
  start: filled,
  onCreated,
}: KindFormProps<InvoiceDocument, InvoiceDraft>): ReactNode {
  const form = useInvoiceForm(document, filled, onCreated);
  const actions = useDocumentActions(form, noSubmission, noDialogs);
  const { head } = form.editor.draft;
  const { total_netto: net, total_brutto: gross } = form.situation.document.head;
  const title = (
    <DocumentTitle
      form={form}
      name={head.name || (head.supplier?.name ?? '')}
      total={{ net, gross, currency: head.currency }}
      newStatus="approval"
    />
  );
  return (
    <DocumentForm form={form} actions={actions} dialogs={noDialogs} title={title}>
      <InvoiceFields form={form} />
      {document === null ? null : (
        <>
          <ApproverPanel
            kind={invoicePage}
            document={document}
            places={{
              departmentId: document.department?.id ?? null,
              costCenterIds: document.cost_center ? [document.cost_center.id] : [],
              supplierIds: document.supplier ? [document.supplier.id] : [],
            }}
          />
          <div className={classes.tabs}>
            <Attachments form={form} />
          </div>
        </>
      )}
    </DocumentForm>
  );
}
