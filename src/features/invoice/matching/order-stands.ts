import { type Amount, compareAmounts, isAmount, minus, round, sum, times } from '../../../base/money.ts';
import { isCreditNote } from '../bank-data.ts';
import type { Invoice, InvoiceFacts } from '../model.ts';
import { askedDifferences, comparedLines } from './compare-lines.ts';
import { type OrderLine, unitPrice } from './order-line.ts';

/** The data that decides whether the orders replace the approval of an invoice. */
export interface Ordered {
  readonly document: Pick<Invoice, 'head' | 'lines'>;
  readonly facts: Pick<
    InvoiceFacts,
    | 'hasApprovedOrder'
    | 'approvedLines'
    | 'orderLines'
    | 'orderExcess'
    | 'toleratedOfOthers'
    | 'freightLeft'
    | 'tolerances'
  >;
}

type Line = Invoice['lines'][number];

/**
 * Whether the approval of its orders replaces that of an invoice (INV-29): its order is approved, not cancelled, and
 * of the same company and supplier; each item matches such an order within the tolerances of quantity and receipt and
 * at the agreed price; the only other charge is freight within its limit, and other invoices have not used up the
 * orders. Goods paid in advance still count as not received, and no order covers a credit note.
 */
export function orderStands({ document: { head, lines }, facts }: Ordered): boolean {
  const { hasApprovedOrder, approvedLines, orderLines, orderExcess, tolerances } = facts;
  // The browser only knows the order; the server decides.
  if (!hasApprovedOrder || approvedLines === null) return hasApprovedOrder;
  const items = lines.filter(({ kind }) => kind === 'item');
  const known = new Map(orderLines.map((line) => [line.id, line]));
  const isOrdered = (line: Line) => {
    const id = line.procurement_line_id;
    return id !== null && approvedLines.includes(id) && isPriced(line, known.get(id));
  };
  if (isCreditNote(head) || items.length === 0 || !items.every(isOrdered)) return false;
  if (isMore(freightBeyond(lines, facts), tolerances.freightAmount)) return false;
  const { currency } = head;
  const compared = comparedLines({ currency, lines, isInAdvance: false }, orderLines, tolerances);
  const hasDeviation = compared.some(({ differences }) =>
    differences.some(({ code }) => askedDifferences.some((asked) => asked === code)),
  );
  return !hasDeviation && !isMore(orderExcess ?? '0', toleratedExcess({ document: { head, lines }, facts }));
}

type Overrun = Pick<Ordered, 'document'> & {
  readonly facts: Pick<Ordered['facts'], 'orderLines' | 'toleratedOfOthers' | 'freightLeft' | 'tolerances'>;
};

/**
 * The amount by which an invoice with lines within their tolerances may exceed its orders, in the company's currency:
 * the extra cost of its items, freight within its limit, and the excess tolerated on other invoices (INV-28).
 */
export function toleratedExcess({ document: { head, lines }, facts }: Overrun): Amount {
  const known = new Map(facts.orderLines.map((line) => [line.id, line]));
  const items = lines.filter(({ kind, procurement_line_id: id }) => kind === 'item' && id !== null);
  const freight = freightBeyond(lines, facts);
  const isWithin = !isMore(freight, facts.tolerances.freightAmount);
  const both = sum([toleratedBeyond(items, known), isWithin ? freight : '0']);
  return round(sum([times(both, head.exchange_rate ?? '1'), facts.toleratedOfOthers]), 2);
}

/** The charges besides items that exceed the ordered freight, net in the currency of the invoice. */
function freightBeyond(
  lines: readonly Line[],
  { freightLeft }: Pick<Ordered['facts'], 'freightLeft'>,
): Amount {
  const charged = lines.filter(({ kind, total_netto: net }) => kind === 'charge' && isMore(net ?? '0', '0'));
  return atLeastNothing(
    minus(sum(charged.map(({ total_netto: net }) => net ?? '0')), atLeastNothing(freightLeft)),
  );
}

/** Whether quantity and price are comparable, and no positive net has a quantity of zero or less. */
function isPriced({ quantity, total_netto: net }: Line, ordered: OrderLine | undefined): boolean {
  const isKnown = quantity !== null && net !== null && isAmount(quantity) && isAmount(net);
  if (!isKnown || ordered === undefined || unitPrice(ordered) === null) return false;
  return !isMore(net, '0') || isMore(quantity, '0');
}

/**
 * The amount by which the items exceed the rest of their order lines at agreed prices, in the currency of the
 * invoice.
 */
function toleratedBeyond(items: readonly Line[], known: ReadonlyMap<number, OrderLine>): Amount {
  const ofLines = Map.groupBy(items, (line) => line.procurement_line_id ?? 0);
  return sum(
    [...ofLines].map(([id, some]) => {
      const line = known.get(id);
      const left = minus(line?.quantity ?? '0', line?.quantity_invoiced ?? '0');
      const charged = sum(some.map(({ quantity }) => quantity ?? '0'));
      const agreed = times(
        (line && unitPrice(line)) ?? '0',
        atLeastNothing(isMore(charged, left) ? left : charged),
      );
      return atLeastNothing(minus(sum(some.map(({ total_netto: net }) => net ?? '0')), agreed));
    }),
  );
}

function atLeastNothing(amount: Amount): Amount {
  return isMore(amount, '0') ? amount : '0';
}

function isMore(amount: Amount, than: Amount): boolean {
  return compareAmounts(amount, than) > 0;
}
