import type { CountedAmount } from '../../document/budget/budget-scope.ts';
import { knownRate } from '../../document/currency.ts';
import { countedMonths } from './cost-in-time.ts';
import type { Contract, Counting } from './model.ts';

/**
 * What a contract counts in budgets once it is in force, before its orders and invoices are taken off; in the currency
 * of its company. Empty without a cost center, for income, and while its rate is unknown (PRICE-07).
 */
export function countedOf(
  { head, lines }: Pick<Contract, 'head' | 'lines'>,
  { today, currency, ...facts }: Counting,
): readonly CountedAmount[] {
  const { cost_center_id, ledger_account_id, exchange_rate: rate } = head;
  if (cost_center_id === null || head.payment_direction === 'incoming') return [];
  if (knownRate(head, currency) === null) return [];
  const { usage_type, payment_timing, termination_deadline, next_possible_contract_end } = head;
  const costing = { terms: head, lines, usage_type, payment_timing, rate, ...facts };
  return countedMonths({ ...costing, termination_deadline, next_possible_contract_end }, today).map(
    (month) => ({ ...month, cost_center_id, ledger_account_id }),
  );
}
