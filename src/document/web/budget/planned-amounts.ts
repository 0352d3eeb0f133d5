import { type Amount, times } from '../../../base/money.ts';
import { remembered } from '../../../base/remembered.ts';
import type { BudgetedAmount } from '../../budget/budget-scope.ts';
import { type PricedLine, totals } from '../../totals.ts';
import type { Reference } from '../draft/reference.ts';

/** The cost center and account of an amount. */
export interface Budgeted {
  readonly cost_center: Reference | null;
  readonly ledger_account: Reference | null;
}

/** The typed document as far as it affects budgets. */
export interface BudgetedDraft {
  readonly head: Budgeted;
  readonly lines: readonly (Budgeted & PricedLine)[];
}

/**
 * The amounts of the typed document: lines count on their own cost center and account, else the head's (BUD-03).
 * `rate` is company currency per unit of the document's.
 */
export function plannedAmounts({ head, lines }: BudgetedDraft, rate: Amount): readonly BudgetedAmount[] {
  const { lines: nets } = totals(lines);
  const { cost_center, ledger_account } = head;
  return lines.map((line, place) =>
    plannedAmount(line, nets[place]?.total_netto ?? '0', rate, cost_center, ledger_account),
  );
}

const plannedAmount = remembered(
  (line: Budgeted, net: Amount, rate: Amount, ofHead: Reference | null, account: Reference | null) => ({
    cost_center_id: (line.cost_center ?? ofHead)?.id ?? null,
    ledger_account_id: (line.ledger_account ?? account)?.id ?? null,
    net: times(net, rate),
  }),
);

/** The cost centers of a document: the head's first, then those of its lines. */
export function costCentersOf({
  head,
  lines,
}: {
  readonly head: Pick<Budgeted, 'cost_center'>;
  readonly lines: readonly Pick<Budgeted, 'cost_center'>[];
}): readonly Reference[] {
  const used = [head, ...lines].flatMap(({ cost_center }) => cost_center ?? []);
  return [...new Map(used.map((one) => [one.id, one])).values()];
}
