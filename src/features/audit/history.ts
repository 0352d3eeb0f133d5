import type { Means } from '../../platform/context.ts';

/**
 * What happened to one record, newest first (AUD-08): the answer of `GET /api/audit/history/{table}/{id}`. Changes of
 * what belongs to the record, such as the lines of a purchase request, stand beside its own; `part` names them.
 */
export interface HistoryPage {
  readonly items: readonly HistoryItem[];
  /** Asks for older items, as `?before=`; null when there are none. */
  readonly next: number | null;
}

export const historyTypes = ['insert', 'update', 'delete', 'info', 'checkbox'] as const;
export type HistoryType = (typeof historyTypes)[number];

export interface HistoryItem {
  readonly id: number;
  /** An instant, ISO 8601. */
  readonly at: string;
  readonly type: HistoryType;
  /** Items of one save share it (AUD-06). */
  readonly group: string;
  /** Who was logged in; null for the product itself. */
  readonly person: string | null;
  /** As whom that person acted (AUD-04). */
  readonly via: string | null;
  /** By which means he was there (AUTH-30); null where the reader need not know how people log in, and for what is older. */
  readonly means: Means | null;
  /** A text of its own, for the types info and checkbox. */
  readonly info: string | null;
  /** A person typed that text; notes of the product are its own words. */
  readonly isTyped: boolean;
  /** What of the record it is about, in the reader's language; null for the record itself. */
  readonly part: string | null;
  readonly changes: readonly HistoryChange[];
}

export interface HistoryChange {
  /** The column. */
  readonly field: string;
  /** What the reader calls it. */
  readonly label: string;
  readonly before: HistoryValue;
  readonly after: HistoryValue;
}

/** A value as a person reads it: references and choices by name; figures and days are written by the reader's side. */
export type HistoryValue =
  /** Nothing was there. */
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  /** A decimal string. */
  | { readonly kind: 'number'; readonly text: string }
  /** A price, a decimal string. */
  | { readonly kind: 'amount'; readonly text: string }
  /** `YYYY-MM-DD`. */
  | { readonly kind: 'day'; readonly text: string }
  /** ISO 8601. */
  | { readonly kind: 'instant'; readonly text: string }
  | { readonly kind: 'flag'; readonly isSet: boolean }
  /** An amount that the reader may not see (ROLE-07). */
  | { readonly kind: 'amount_hidden' }
  /** A password or token (AUD-03). */
  | { readonly kind: 'secret' }
  /** A reference to what is gone, or to what the reader does not see. */
  | { readonly kind: 'unknown' };

/** Of a document only how its content changed, with an entry of the timeline only as far as it changed with that. */
export interface OnlyContent {
  readonly entryId: number | null;
}

/** Where the history of a record is read. */
export function historyPath(
  table: string,
  id: number,
  before: number | null,
  content: OnlyContent | null,
): string {
  const asked = new URLSearchParams({
    ...(before === null ? {} : { before: String(before) }),
    ...(content === null ? {} : { of: 'content' }),
    ...(content?.entryId ? { entry: String(content.entryId) } : {}),
  });
  const search = asked.size === 0 ? '' : `?${asked}`;
  return `/api/audit/history/${table}/${id}${search}`;
}
