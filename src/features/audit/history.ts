import type { Means } from '../../platform/context.ts';

/**
 * A record's history, newest first (AUD-08): the answer of `GET /api/audit/history/{table}/{id}`. Includes changes of
 * its parts, such as the lines of a purchase request, named by `part`.
 */
export interface HistoryPage {
  readonly items: readonly HistoryItem[];
  /** Value of `?before=` for older items; null when there are none. */
  readonly next: number | null;
}

export const historyTypes = ['insert', 'update', 'delete', 'info', 'checkbox'] as const;
export type HistoryType = (typeof historyTypes)[number];

export interface HistoryItem {
  readonly id: number;
  /** An instant, ISO 8601. */
  readonly at: string;
  readonly type: HistoryType;
  /** Shared by the items of one save (AUD-06). */
  readonly group: string;
  /** Name of the logged-in person; null for the product itself. */
  readonly person: string | null;
  /** Name of the person they acted as (AUD-04). */
  readonly via: string | null;
  /** How the person logged in (AUTH-30); null if the reader may not see it, and for old entries. */
  readonly means: Means | null;
  /** Text of types info and checkbox. */
  readonly info: string | null;
  /** Whether a person typed the text; otherwise it is the product's. */
  readonly isTyped: boolean;
  /** The changed part in the reader's language; null for the record itself. */
  readonly part: string | null;
  readonly changes: readonly HistoryChange[];
}

export interface HistoryChange {
  /** Column name. */
  readonly field: string;
  readonly label: string;
  readonly before: HistoryValue;
  readonly after: HistoryValue;
}

/** A value for display: references and choices by name. The browser formats numbers and days. */
export type HistoryValue =
  /** Empty. */
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
  /** A reference to a deleted record, or one that the reader does not see. */
  | { readonly kind: 'unknown' };

/** Restricts a document's history to its content, optionally to changes made with one timeline entry. */
export interface OnlyContent {
  readonly entryId: number | null;
}

/** API path of a record's history. */
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
