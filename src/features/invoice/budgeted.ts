import { type Amount, times } from '../../base/money.ts';
import type { BudgetedAmount } from '../../document/budget/budget-scope.ts';
import type { InvoiceFields, InvoiceLineFields } from './model.ts';

type Booked = Pick<InvoiceFields, 'cost_center_id' | 'ledger_account_id'>;

/** What the budgets look at of an invoice, amounts in its currency. */
export interface BudgetedInvoice {
  readonly head: Booked & { readonly total_netto: Amount };
  readonly lines: readonly (Booked & Pick<InvoiceLineFields, 'total_netto'>)[];
}

/**
 * What an invoice without an order takes of budgets, in the company's currency: each line on its own cost center and account,
 * else on those of the head (BUD-03); without lines it is one booking. `rate` is company currency per unit of the invoice's.
 */
export function bookedAmounts({ head, lines }: BudgetedInvoice, rate: Amount): readonly BudgetedAmount[] {
  const bookings = lines.length > 0 ? lines : [head];
  return bookings.map(({ cost_center_id, ledger_account_id, total_netto }) => ({
    cost_center_id: cost_center_id ?? head.cost_center_id,
    ledger_account_id: ledger_account_id ?? head.ledger_account_id,
    net: times(total_netto ?? '0', rate),
  }));
}
