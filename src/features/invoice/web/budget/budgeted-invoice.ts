import { knownRate } from '../../../../document/currency.ts';
import { costCentersOf } from '../../../../document/web/budget/planned-amounts.ts';
import type { BudgetedDocument } from '../../../../document/web/budget/use-budgets.ts';
import { defaultCurrency } from '../../../../platform/constants.ts';
import { cancelledStatuses } from '../../../../timeline/kinds.ts';
import { bookedAmounts } from '../../budgeted.ts';
import { invoiceKind } from '../../kind.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';

/** The data that budgets need of an invoice: its own date and its amount beyond the order (BUD-03). */
export function budgetedInvoice({ document, editor, situation }: InvoiceForm): BudgetedDocument {
  const { draft, isDirty } = editor;
  const { head, lines } = situation.document;
  const currency = draft.head.client?.currency ?? defaultCurrency;
  const rate = knownRate(head, currency);
  const isLinked = head.procurement_id !== null || lines.some((line) => line.procurement_line_id !== null);
  const status = document?.status ?? null;
  return {
    saved:
      document === null ? null : { kind: invoiceKind, id: document.id, stamp: document.timeline.updated_at },
    aboveId: head.contract_id,
    currency,
    costCenters: costCentersOf(draft),
    day: head.invoice_date,
    // The amount beyond an order depends on its other invoices and is known only after saving.
    planned: isLinked ? [] : rate === null ? null : bookedAmounts({ head, lines }, rate),
    isDirty: isDirty && !isLinked,
    isOver: cancelledStatuses('invoice').some((cancelled) => cancelled === status),
  };
}
