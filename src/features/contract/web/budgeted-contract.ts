import type { BudgetedDocument } from '../../../document/web/budget/use-budgets.ts';
import { defaultCurrency } from '../../../platform/constants.ts';
import { contractKind } from '../kind.ts';
import type { ContractForm } from './use-contract-form.ts';

/**
 * The budget input of a contract: what is left of its cost center, and what it counts itself once it is in force
 * (BUD-05, DASH-09). Without cost centers where its company counts no contracts.
 */
export function budgetedContract({
  document,
  editor,
}: {
  readonly document: { readonly id: number; readonly timeline: { readonly updated_at: string } } | null;
  readonly editor: Pick<ContractForm['editor'], 'draft' | 'isDirty'>;
}): BudgetedDocument {
  const { client, cost_center } = editor.draft.head;
  const isCounted = client?.contracts_in_budgets === true && cost_center !== null;
  return {
    saved:
      document === null ? null : { kind: contractKind, id: document.id, stamp: document.timeline.updated_at },
    aboveId: null,
    currency: client?.currency ?? defaultCurrency,
    costCenters: isCounted ? [cost_center] : [],
    day: null,
    planned: [],
    isDirty: editor.isDirty,
    // Its months lie in several budgets; the server compares them with each (BUD-06).
    isOver: true,
  };
}
