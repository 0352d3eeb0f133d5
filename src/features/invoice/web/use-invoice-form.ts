import { useMemo } from 'react';
import { newDocumentRights } from '../../../document/editing.ts';
import { rowInput } from '../../../document/web/draft/draft-fields.ts';
import { numberedLines } from '../../../document/web/draft/draft-kind.ts';
import { type Editor, useEditor } from '../../../document/web/draft/use-editor.ts';
import { useFormSituation } from '../../../document/web/form-situation.ts';
import { type DocumentForm, useDocumentForm } from '../../../document/web/use-document-form.ts';
import type { Reading } from '../../recognition/reading.ts';
import { noBankFacts } from '../bank-data.ts';
import { invoiceFields } from '../fields.ts';
import { invoiceKind } from '../kind.ts';
import { exactly } from '../matching/tolerances.ts';
import { checkProblems, invoiceTotals, typingProblems } from '../rules.ts';
import { editRights, type InvoiceSituation } from '../steps.ts';
import { draftOf, type InvoiceDraft, invoiceDraft, typedLines, typedTaxRows } from './draft.ts';
import { withFollowing } from './following.ts';
import { type InvoiceDocument, invoiceChanges, invoicePage } from './kind.ts';
import { useReading } from './original/use-reading.ts';
import { type Seller, type Surroundings, useSurroundings } from './surroundings.ts';

/** The state shared by all parts of the page. */
export interface InvoiceForm extends DocumentForm<InvoiceDocument> {
  readonly editor: Editor<InvoiceDraft>;
  readonly situation: InvoiceSituation;
  /** The record of the chosen supplier; null until loaded. */
  readonly seller: Seller | null;
}

/** The state of the page of one invoice, new or existing. */
export function useInvoiceForm(
  document: InvoiceDocument | null,
  start: InvoiceDraft,
  onCreated: (id: number) => void,
): InvoiceForm {
  const saved = useMemo(() => (document === null ? start : draftOf(document)), [document, start]);
  const editor = useEditor(document, saved, invoiceDraft);
  const reading = useReading(document);
  const surroundings = useSurroundings(editor.draft.head, document);
  const situation = useSituation(document, editor.draft, reading, surroundings);
  const { settings } = situation.facts;
  const typed = situation.document;
  const rights = document === null ? newDocumentRights : editRights(situation);
  const form = useDocumentForm({
    kind: invoicePage,
    draftKind: invoiceDraft,
    document,
    saved,
    editor,
    rights,
    situation,
    mayEdit: rights.head === 'all',
    rules: { whileTyping: () => typingProblems(typed), all: () => checkProblems(typed, settings) },
    changes: invoiceChanges,
    onCreated,
  });
  const change: Editor<InvoiceDraft>['change'] = (next) =>
    editor.change((draft) =>
      withFollowing(draft, next(draft), { reading, exportTarget: settings.exportTarget }),
    );
  return { ...form, editor: { ...editor, change }, situation, seller: surroundings.seller };
}

/** The draft as the situation that the rules check. */
function useSituation(
  document: InvoiceDocument | null,
  draft: InvoiceDraft,
  reading: Reading | null,
  { supplier, company, settings }: Surroundings,
): InvoiceSituation {
  const fields = rowInput(invoiceFields, draft.head);
  const lines = numberedLines(typedLines(draft));
  const taxRows = typedTaxRows(draft);
  const situation = useFormSituation({
    kind: invoiceKind,
    document,
    head: {
      ...fields,
      ...invoiceTotals(fields, taxRows),
      rate_source: document?.rate_source ?? null,
      exported_at: null,
      is_leaving: false,
      stands_in_books: false,
      was_exported: false,
      money_by_ids: [],
      file_id: document?.file_id ?? null,
      view_file_id: document?.view_file?.id ?? null,
      iban_by_id: null,
      read_by_id: null,
      recognition_state: document?.invoice_recognitions[0]?.state ?? null,
    },
    begins: { at: 'invoice-upload', status: 'approval' },
  });
  // Only the server knows the doubts about the document; it asks when the invoice goes on.
  return {
    ...situation,
    document: { ...situation.document, lines, taxRows },
    facts: {
      ...situation.facts,
      duplicates: [],
      // Only the server knows the state of the order.
      hasApprovedOrder: fields.procurement_id !== null,
      isOrderVoid: false,
      approvedLines: null,
      orderExcess: null,
      toleratedOfOthers: '0',
      freightLeft: '0',
      contractExcess: null,
      contractMismatches: [],
      orderLines: [],
      tolerances: exactly,
      doPagesDiffer: false,
      bank: noBankFacts,
      seller: null,
      settings,
      formal: { reading, supplier, company },
      corrected: null,
      isOutOfBudget: false,
      isMovedFromBudget: false,
      isInNoBudget: false,
      isBeforeFirstYear: false,
      accounting: null,
    },
  };
}
