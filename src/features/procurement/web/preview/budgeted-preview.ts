import { amountOrNull } from '../../../../base/money.ts';
import { knownRate } from '../../../../document/currency.ts';
import { costCentersOf, plannedAmounts } from '../../../../document/web/budget/planned-amounts.ts';
import type { BudgetedDocument } from '../../../../document/web/budget/use-budgets.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import type { Format } from '../../../../platform/web/format.ts';
import { procurementKind } from '../../kind.ts';
import { pricesOf, type SharedLine } from './supplier-shares.ts';

/** The fields of a previewed request that budgets need. */
export interface BudgetedPreview {
  readonly id: number;
  readonly status: string;
  readonly currency: string;
  readonly exchange_rate: number | null;
  readonly submitted_at: string | null;
  readonly contract_id: number | null;
  readonly timeline: { readonly updated_at: string };
  readonly client: { readonly currency: string } | null;
  readonly cost_center: Reference | null;
  readonly ledger_account: Reference | null;
  readonly procurement_lines: readonly (SharedLine & {
    readonly cost_center: Reference | null;
    readonly ledger_account: Reference | null;
  })[];
}

/** The budget input of a previewed request (BUD-03), without unsaved changes. */
export function budgetedPreview(document: BudgetedPreview, format: Pick<Format, 'dayOf'>): BudgetedDocument {
  const { currency, exchange_rate, client } = document;
  const rate = knownRate({ currency, exchange_rate: amountOrNull(exchange_rate) }, client?.currency ?? null);
  const lines = document.procurement_lines.map((line) => ({ ...line, ...pricesOf(line) }));
  return {
    saved: { kind: procurementKind, id: document.id, stamp: document.timeline.updated_at },
    aboveId: document.contract_id,
    currency: document.client?.currency ?? document.currency,
    costCenters: costCentersOf({ head: document, lines }),
    day: document.submitted_at === null ? null : format.dayOf(document.submitted_at),
    planned: rate === null ? null : plannedAmounts({ head: document, lines }, rate),
    isDirty: false,
    isOver: document.status === 'declined',
  };
}
