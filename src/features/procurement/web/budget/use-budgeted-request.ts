import { knownRate } from '../../../../document/currency.ts';
import { costCentersOf, plannedAmounts } from '../../../../document/web/budget/planned-amounts.ts';
import type { BudgetedDocument } from '../../../../document/web/budget/use-budgets.ts';
import { defaultCurrency } from '../../../../platform/constants.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { procurementKind } from '../../kind.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';

/** The budget input of a request: it counts from submission on and no longer once declined (BUD-03). */
export function useBudgetedRequest({ document, editor }: ProcurementForm): BudgetedDocument {
  const format = useFormat();
  const { draft, isDirty } = editor;
  const submittedAt = document?.submitted_at ?? null;
  const companyCurrency = draft.head.client?.currency ?? defaultCurrency;
  const rate = knownRate(draft.head, companyCurrency);
  return {
    saved:
      document === null
        ? null
        : { kind: procurementKind, id: document.id, stamp: document.timeline.updated_at },
    aboveId: draft.head.contract?.id ?? null,
    currency: companyCurrency,
    costCenters: costCentersOf(draft),
    day: submittedAt === null ? null : format.dayOf(submittedAt),
    planned: rate === null ? null : plannedAmounts(draft, rate),
    isDirty,
    isOver: document?.status === 'declined',
  };
}
