import { compareAmounts, isAmount } from '../../../base/money.ts';
import type { Doubt } from '../../../document/outcome.ts';
import type { Invoice, InvoiceFacts } from '../model.ts';
import { type AskedDifference, askedDifferences, comparedLines, placesOf } from './compare-lines.ts';
import { toleratedExcess } from './order-stands.ts';

/** An invoice with the facts about its order and contract. */
interface Matched {
  readonly document: Pick<Invoice, 'head' | 'lines'>;
  readonly facts: InvoiceFacts;
}

const codes = {
  price_above: 'invoice_price_above',
  quantity_above: 'invoice_quantity_above',
  not_received: 'invoiced_before_receipt',
  other_currency: 'invoice_currency_differs',
  other_unit: 'invoice_unit_differs',
} as const satisfies Readonly<Record<AskedDifference, string>>;

/** If one of these exceeds its tolerance, the extra cost of the items is no longer tolerated. */
const overruns: readonly AskedDifference[] = ['price_above', 'quantity_above'];

/**
 * The deviations from order and receipts that a person must confirm (INV-23, PROC-22). If an order is exceeded as a
 * whole beyond the tolerance, one question replaces those for its lines (INV-28). Credit notes raise none, as they
 * reduce the charge.
 */
export function orderDoubts(situation: Matched): readonly Doubt[] {
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

/** The doubt about an invoice whose order was cancelled or is of another supplier or company (INV-29). */
export function voidOrderDoubts({
  document,
  facts,
}: Pick<Matched, 'document'> & { readonly facts: Pick<InvoiceFacts, 'isOrderVoid'> }): readonly Doubt[] {
  return facts.isOrderVoid && isCharged(document.head) ? [{ code: 'invoice_order_void' }] : [];
}

/**
 * The doubts that a person must confirm: an excess over the contract value of an interval (INV-14), and a contract
 * that is not in force, or of another supplier or company (CON-40).
 */
export function contractDoubts({ document, facts }: Matched): readonly Doubt[] {
  const { contractExcess, contractMismatches } = facts;
  if (!isCharged(document.head)) return [];
  const excess: readonly Doubt[] =
    contractExcess === null
      ? []
      : [{ code: 'invoice_exceeds_contract', amounts: { amount: contractExcess } }];
  return [...contractMismatches, ...excess];
}

/** The doubts about what an invoice charges under its order and contract. */
export function chargeDoubts(invoice: Matched): readonly Doubt[] {
  return [...orderDoubts(invoice), ...contractDoubts(invoice)];
}

/** As `chargeDoubts`, with a void order. */
export function linkDoubts(invoice: Matched): readonly Doubt[] {
  return [...voidOrderDoubts(invoice), ...chargeDoubts(invoice)];
}

/** Warns approvers that amounts without a cost center use no budget (BUD-03). */
export function costCenterDoubts({ document, facts }: Matched): readonly Doubt[] {
  return facts.isInNoBudget && isCharged(document.head) ? [{ code: 'cost_center_missing' }] : [];
}

function isCharged({ total_brutto: gross }: Pick<Invoice['head'], 'total_brutto'>): boolean {
  return isAmount(gross) && compareAmounts(gross, '0') > 0;
}
