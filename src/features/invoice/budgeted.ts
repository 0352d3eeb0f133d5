import { type Amount, times } from '../../base/money.ts';
import type { BudgetedAmount } from '../../document/budget/budget-scope.ts';
import type { InvoiceFields, InvoiceLineFields } from './model.ts';

type Booked = Pick<InvoiceFields, 'cost_center_id' | 'ledger_account_id'>;

/** The part of an invoice that budgets need; amounts in its currency. */
export interface BudgetedInvoice {
  readonly head: Booked & { readonly total_netto: Amount };
  readonly lines: readonly (Booked & Pick<InvoiceLineFields, 'total_netto'>)[];
}

/**
 * The budget use of an invoice without an order, in the company's currency: one booking per line on its own cost
 * center and account, else on those of the head (BUD-03); without lines one booking. `rate` is company currency per
 * unit of the invoice's.
 */
export function bookedAmounts({ head, lines }: BudgetedInvoice, rate: Amount): readonly BudgetedAmount[] {
  const bookings = lines.length > 0 ? lines : [head];
  return bookings.map(({ cost_center_id, ledger_account_id, total_netto }) => ({
    cost_center_id: cost_center_id ?? head.cost_center_id,
    ledger_account_id: ledger_account_id ?? head.ledger_account_id,
    net: times(total_netto ?? '0', rate),
  }));
}
