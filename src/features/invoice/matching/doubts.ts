import { compareAmounts, isAmount } from '../../../base/money.ts';
import type { DocumentSituation } from '../../../document/facts.ts';
import type { Doubt } from '../../../document/outcome.ts';
import type { Invoice, InvoiceFacts } from '../model.ts';
import { type AskedDifference, askedDifferences, comparedLines, placesOf } from './compare-lines.ts';
import { toleratedExcess } from './order-stands.ts';

type Situation = DocumentSituation<Invoice, InvoiceFacts>;

const codes = {
  price_above: 'invoice_price_above',
  quantity_above: 'invoice_quantity_above',
  not_received: 'invoiced_before_receipt',
  other_currency: 'invoice_currency_differs',
  other_unit: 'invoice_unit_differs',
} as const satisfies Readonly<Record<AskedDifference, string>>;

/** Where one of them is beyond its tolerance, what the items cost more is not tolerated any more. */
const overruns: readonly AskedDifference[] = ['price_above', 'quantity_above'];

/**
 * What an invoice charges otherwise than it was ordered or received goes on only when somebody says so (INV-23, PROC-22).
 * Where an order is exceeded as a whole by more than is tolerated, that is asked, not each of its lines once more (INV-28). A credit
 * note makes it less.
 */
export function orderDoubts(situation: Situation): readonly Doubt[] {
  const { head, lines } = situation.document;
  const { orderExcess, orderLines, tolerances } = situation.facts;
  if (!isCharged(head)) return [];
  const { currency, payment_in_advance: isInAdvance } = head;
  const compared = comparedLines({ currency, lines, isInAdvance }, orderLines, tolerances);
  const found = askedDifferences.filter((difference) => placesOf(compared, difference).length > 0);
  const isOverrun = found.some((difference) => overruns.includes(difference));
  const allowed = isOverrun ? '0' : toleratedExcess(situation);
  if (orderExcess !== null && compareAmounts(orderExcess, allowed) > 0)
    return [{ code: 'invoice_exceeds_order', amounts: { amount: orderExcess } }];
  return found.map((difference) => ({
    code: codes[difference],
    values: { lines: placesOf(compared, difference).join(', ') },
  }));
}

/** What leaves though its order was cancelled since, or is not one of its supplier and company, is asked about before (INV-29). */
export function voidOrderDoubts({
  document,
  facts,
}: Pick<Situation, 'document' | 'facts'>): readonly Doubt[] {
  return facts.isOrderVoid && isCharged(document.head) ? [{ code: 'invoice_order_void' }] : [];
}

/**
 * What goes beyond the value that its contract agrees on for an interval goes on only when somebody says so (INV-14), and so does
 * what is charged under one that does not hold, or of another supplier or company (CON-40).
 */
export function contractDoubts({ document, facts }: Pick<Situation, 'document' | 'facts'>): readonly Doubt[] {
  const { contractExcess, contractMismatches } = facts;
  if (!isCharged(document.head)) return [];
  const excess: readonly Doubt[] =
    contractExcess === null
      ? []
      : [{ code: 'invoice_exceeds_contract', amounts: { amount: contractExcess } }];
  return [...contractMismatches, ...excess];
}

/** What has no cost center is taken from no budget, which whoever approves it shall know (BUD-03). */
export function costCenterDoubts({ document, facts }: Situation): readonly Doubt[] {
  return facts.isInNoBudget && isCharged(document.head) ? [{ code: 'cost_center_missing' }] : [];
}

function isCharged({ total_brutto: gross }: Pick<Invoice['head'], 'total_brutto'>): boolean {
  return isAmount(gross) && compareAmounts(gross, '0') > 0;
}
