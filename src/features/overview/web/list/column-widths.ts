import type { CSSProperties } from 'react';
import type { OverviewTab } from '../../filter.ts';
import type { ListedDocument } from './listed-document.ts';

/** Widths in pixels of columns that differ between lists; names and suppliers share the rest. */
export interface ColumnWidths {
  readonly status: number;
  /** Null if no loaded document has a delivery date. */
  readonly delivery: number | null;
  readonly amount: number;
  readonly action: number;
}

/** Pixels of an average letter at its widest, and of the status dot with its gap. */
const letter = 6.8;
const dot = 18;
const status = { min: 84, max: 176 };

/** Column widths that fit their words. */
export function columnWidths(
  tab: OverviewTab,
  documents: readonly Pick<ListedDocument, 'deliveryDate' | 'currency'>[],
  statuses: readonly string[],
  amounts: { readonly seesPrices: boolean; readonly currency: string | null },
): ColumnWidths {
  const longest = Math.max(0, ...statuses.map((word) => word.length));
  return {
    status: Math.round(Math.min(status.max, Math.max(status.min, dot + letter * longest))),
    delivery:
      documents.length === 0 || documents.some(({ deliveryDate }) => deliveryDate !== null) ? 76 : null,
    amount: amountWidth(documents, amounts),
    // Task actions have longer labels.
    action: tab === 'tasks' ? 108 : 88,
  };
}

/** Amounts in another currency than the head's show it; hidden amounts show a placeholder. */
function amountWidth(
  documents: readonly Pick<ListedDocument, 'currency'>[],
  { seesPrices, currency }: { readonly seesPrices: boolean; readonly currency: string | null },
): number {
  if (!seesPrices) return 56;
  return documents.every((document) => document.currency === currency) ? 92 : 116;
}

/** The widths as CSS variables; an empty one hides the column. */
export function columnStyle({ status: word, delivery, amount, action }: ColumnWidths): CSSProperties {
  const widths: Readonly<Record<string, string>> = {
    '--status': `${word}px`,
    '--delivery': delivery === null ? ' ' : `${delivery}px`,
    '--amount': `${amount}px`,
    '--action': `${action}px`,
  };
  return widths;
}
