import { type Amount, compareAmounts } from '../../../base/money.ts';
import { assignedLines, type ReadLine } from './assign-lines.ts';
import type { OrderLine } from './order-line.ts';

/** A candidate order of the same company and supplier that is not fully invoiced. */
export interface PossibleOrder {
  readonly id: number;
  readonly currency: string;
  /** Net, in the currency of the order. */
  readonly open_value: Amount;
  readonly lines: readonly OrderLine[];
}

interface ReadInvoice {
  readonly currency: string;
  readonly total_netto: Amount;
  readonly lines: readonly ReadLine[];
}

/**
 * The order of an invoice that names none (INV-23): the only one with exactly the charged amount as its open value,
 * else the only one that matches all lines. If several fit, none is taken and a person chooses.
 */
export function foundOrder(invoice: ReadInvoice, orders: readonly PossibleOrder[]): number | null {
  const possible = orders.filter(({ currency }) => currency === invoice.currency);
  const byValue = possible.filter(
    ({ open_value: open }) =>
      compareAmounts(open, '0') > 0 && compareAmounts(open, invoice.total_netto) === 0,
  );
  return onlyOne(byValue) ?? onlyOne(possible.filter(({ lines }) => hasAll(invoice.lines, lines)));
}

function onlyOne(orders: readonly PossibleOrder[]): number | null {
  const [first, ...others] = orders;
  return first && others.length === 0 ? first.id : null;
}

function hasAll(lines: readonly ReadLine[], orderLines: readonly OrderLine[]): boolean {
  const items = lines.filter(({ kind }) => kind === 'item');
  return items.length > 0 && assignedLines(items, orderLines).every((id) => id !== null);
}
