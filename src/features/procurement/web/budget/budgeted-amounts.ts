import {
  type Amount,
  amountOf,
  amountOrNull,
  compareAmounts,
  dividedBy,
  minus,
  sum,
  times,
} from '../../../../base/money.ts';
import type { BudgetedAmount } from '../../../../document/budget/budget-scope.ts';
import { totals } from '../../../../document/totals.ts';
import type { LineRow, ProcurementDocument } from '../document.ts';

import type { Draft, Reference } from '../draft/draft.ts';
import { draftOf } from '../draft/draft-of-document.ts';
import type { BudgetUse } from './budget-figures.ts';

/** The states in which a request counts, and an invoice (BUD-04). */
const countedRequests = ['approval', 'approved', 'ordered', 'clearing', 'completed'];
const countedInvoices = ['approval', 'financial-approval', 'clearing', 'accounting', 'export', 'completed'];

/** What the request takes as it stands on the screen: lines count on their own objects, else the head's (BUD-03). */
export function plannedAmounts({ head, lines }: Draft, rate: Amount = '1'): readonly BudgetedAmount[] {
  const { lines: nets } = totals(lines);
  return lines.map((line, index) => ({
    cost_center_id: (line.cost_center ?? head.cost_center)?.id ?? null,
    ledger_account_id: (line.ledger_account ?? head.ledger_account)?.id ?? null,
    net: times(nets[index]?.total_netto ?? '0', rate),
  }));
}

/** The cost centers that a request uses: its own first, then those of its lines. */
export function costCentersOf({ head, lines }: Draft): readonly Reference[] {
  const used = [head.cost_center, ...lines.map((line) => line.cost_center)].filter((one) => one !== null);
  return [...new Map(used.map((one) => [one.id, one])).values()];
}

/** What the consumption of the budgets already includes of the saved request (BUD-04). */
export function countedAmounts(document: ProcurementDocument): readonly BudgetedAmount[] {
  if (!countedRequests.includes(document.status)) return [];
  const share = invoicedShare(document);
  return plannedAmounts(draftOf(document), rateOf(document)).map((amount, index) => ({
    ...amount,
    net: times(times(amount.net, share), receivedShare(document, document.procurement_lines[index])),
  }));
}

/** A declined request takes nothing; a saved one takes what is counted until somebody types something else. */
export function amountsOf(
  document: ProcurementDocument | null,
  { draft, isDirty }: { readonly draft: Draft; readonly isDirty: boolean },
): Pick<BudgetUse, 'counted' | 'planned'> {
  const counted = document === null ? [] : countedAmounts(document);
  const isSettled = document?.status === 'declined' || (counted.length > 0 && !isDirty);
  return {
    counted,
    planned: isSettled ? counted : plannedAmounts(draft, draft.head.exchange_rate ?? '1'),
  };
}

/** Company currency per unit of the document's currency. */
export function rateOf(document: ProcurementDocument | null): Amount {
  return amountOrNull(document?.exchange_rate) ?? '1';
}

/** Once completely invoiced, an order is worth what its invoices take, up to its own value. */
function invoicedShare({ completely_invoiced, total_netto, invoices }: ProcurementDocument): Amount {
  if (!completely_invoiced) return '1';
  const own = amountOf(total_netto ?? 0);
  if (compareAmounts(own, '0') === 0) return '0';
  const invoiced = sum(
    invoices
      .filter(({ status }) => countedInvoices.includes(status))
      .map((invoice) => amountOf(invoice.total_netto ?? 0)),
  );
  return compareAmounts(minus(own, invoiced), '0') <= 0 ? '1' : dividedBy(invoiced, own);
}

/** Finished with something missing: what came counts, not what was ordered. */
function receivedShare({ status }: ProcurementDocument, line: LineRow | undefined): Amount {
  if (status !== 'completed' || line?.kind !== 'item' || !line.quantity) return '1';
  return dividedBy(amountOf(line.quantity_received), amountOf(line.quantity));
}
