import type { CSSProperties } from 'react';
import type { OverviewTab } from '../../filter.ts';
import type { ListedDocument } from './listed-document.ts';

/** Widths in pixels of what differs from list to list; what they leave belongs to names and suppliers. */
export interface ColumnWidths {
  readonly status: number;
  /** Null while no document of the list has a delivery date. */
  readonly delivery: number | null;
  readonly amount: number;
  readonly action: number;
}

/** A letter of a status, the widest on average; its dot and the gap behind it. */
const letter = 6.8;
const dot = 18;
const status = { least: 84, most: 176 };

/** Columns as wide as their words need, so that nothing is cut beside an empty space. */
export function columnWidths(
  tab: OverviewTab,
  documents: readonly Pick<ListedDocument, 'deliveryDate' | 'currency'>[],
  statuses: readonly string[],
  amounts: { readonly seesPrices: boolean; readonly currency: string | null },
): ColumnWidths {
  const longest = Math.max(0, ...statuses.map((word) => word.length));
  return {
    status: Math.round(Math.min(status.most, Math.max(status.least, dot + letter * longest))),
    delivery:
      documents.length === 0 || documents.some(({ deliveryDate }) => deliveryDate !== null) ? 76 : null,
    amount: amountWidth(documents, amounts),
    // Tasks name what is to be done; elsewhere one word is enough.
    action: tab === 'tasks' ? 108 : 88,
  };
}

/** An amount in another currency than the head names says so beside it; hidden amounts are a sign in the row. */
function amountWidth(
  documents: readonly Pick<ListedDocument, 'currency'>[],
  { seesPrices, currency }: { readonly seesPrices: boolean; readonly currency: string | null },
): number {
  if (!seesPrices) return 56;
  return documents.every((document) => document.currency === currency) ? 92 : 116;
}

/** The same for the stylesheet; a column without width is none. */
export function columnStyle({ status: word, delivery, amount, action }: ColumnWidths): CSSProperties {
  const widths: Readonly<Record<string, string>> = {
    '--status': `${word}px`,
    '--delivery': delivery === null ? ' ' : `${delivery}px`,
    '--amount': `${amount}px`,
    '--action': `${action}px`,
  };
  return widths;
}
