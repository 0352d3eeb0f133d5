import { amountOrNull } from '../../../../base/money.ts';
import { costCentersOf, plannedAmounts } from '../../../../document/web/budget/planned-amounts.ts';
import type { BudgetedDocument } from '../../../../document/web/budget/use-budgets.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import type { Format } from '../../../../platform/web/format.ts';
import { procurementKind } from '../../kind.ts';
import { pricesOf, type SharedLine } from './supplier-shares.ts';

/** What of a previewed request the budgets depend on. */
export interface BudgetedPreview {
  readonly id: number;
  readonly status: string;
  readonly currency: string;
  readonly exchange_rate: number | null;
  readonly submitted_at: string | null;
  readonly timeline: { readonly updated_at: string };
  readonly client: { readonly currency: string } | null;
  readonly cost_center: Reference | null;
  readonly ledger_account: Reference | null;
  readonly procurement_lines: readonly (SharedLine & {
    readonly cost_center: Reference | null;
    readonly ledger_account: Reference | null;
  })[];
}

/** A request as the budgets see it (BUD-03), of what the preview has read; nothing is being typed there. */
export function budgetedPreview(document: BudgetedPreview, format: Pick<Format, 'dayOf'>): BudgetedDocument {
  const rate = amountOrNull(document.exchange_rate);
  const isRateMissing = rate === null && document.currency !== document.client?.currency;
  const lines = document.procurement_lines.map((line) => ({ ...line, ...pricesOf(line) }));
  return {
    saved: { kind: procurementKind, id: document.id, stamp: document.timeline.updated_at },
    currency: document.client?.currency ?? document.currency,
    costCenters: costCentersOf({ head: document, lines }),
    day: document.submitted_at === null ? null : format.dayOf(document.submitted_at),
    // Without its rate nobody knows what a foreign amount takes.
    planned: isRateMissing ? [] : plannedAmounts({ head: document, lines }, rate ?? '1'),
    isDirty: false,
    isOver: document.status === 'declined',
  };
}
