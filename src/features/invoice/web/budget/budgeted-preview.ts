import { costCentersOf } from '../../../../document/web/budget/planned-amounts.ts';
import type { BudgetedDocument } from '../../../../document/web/budget/use-budgets.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { invoiceKind } from '../../kind.ts';

/** The fields of a previewed invoice that budgets depend on. */
export interface BudgetedPreview {
  readonly id: number;
  readonly currency: string;
  readonly invoice_date: string | null;
  readonly timeline: { readonly updated_at: string };
  readonly client: { readonly currency: string } | null;
  readonly cost_center: Reference | null;
  readonly invoice_lines: readonly { readonly cost_center: Reference | null }[];
}

/** The data that budgets need of a saved invoice outside its form. */
export function budgetedPreview(document: BudgetedPreview): BudgetedDocument {
  return {
    saved: { kind: invoiceKind, id: document.id, stamp: document.timeline.updated_at },
    // Its saved amounts count already.
    aboveId: null,
    currency: document.client?.currency ?? document.currency,
    costCenters: costCentersOf({ head: document, lines: document.invoice_lines }),
    day: document.invoice_date,
    planned: [],
    isDirty: false,
    isOver: false,
  };
}
