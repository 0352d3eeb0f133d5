import { searchedWords } from '../../base/search.ts';
import type { Where } from '../../document/listed-kind.ts';
import { occurring } from '../../graphql/search-where.ts';
import type { DocumentKind } from '../../timeline/kinds.ts';
import { whereOfSearchedAmount } from './searched-amount.ts';

/** A hit of the document search in the command palette. */
export interface FoundDocument {
  readonly kind: DocumentKind;
  readonly id: number;
  readonly number: string;
  readonly name: string;
  readonly status: string;
}

const maxFound = 8;

/**
 * Documents by their number, by number or name that contain the text, by their net value, and by their other words, such
 * as article numbers of their lines: in this order, the newest first.
 */
export const documentSearchQuery = `query Search(
  $number: document_bool_exp!, $text: document_bool_exp!, $amount: document_bool_exp!, $words: document_bool_exp!
) {
  numbered: document(where: $number, order_by: { timeline_id: desc }, limit: ${maxFound}) { ...found }
  called: document(where: $text, order_by: { timeline_id: desc }, limit: ${maxFound}) { ...found }
  valued: document(where: $amount, order_by: { timeline_id: desc }, limit: ${maxFound}) { ...found }
  containing: document(where: $words, order_by: { timeline_id: desc }, limit: ${maxFound}) { ...found }
}
fragment found on document { kind id number name status }`;

export interface Searching {
  readonly kinds: readonly string[];
  /** Amounts are searched only with the role `user-price` (ROLE-07). */
  readonly seesPrices: boolean;
}

const nothing: Where = { _or: [] };

/** The index covers all texts of a document; number and name have a column of their own. */
export function documentSearchVariables(text: string, { kinds, seesPrices }: Searching) {
  const ofKinds = { kind: { _in: kinds } };
  const number = typedNumber(text);
  const words = searchedWords(text);
  const contains = words.length === 0 ? [nothing] : occurring(words);
  return {
    number: { _and: [ofKinds, number === null ? nothing : { running_number: { _eq: number.running } }] },
    text: { _and: [ofKinds, ...contains, ...occurring(words, 'heading_text')] },
    amount: { _and: [ofKinds, (seesPrices ? whereOfSearchedAmount(text) : null) ?? nothing] },
    words: { _and: [ofKinds, ...contains] },
  };
}

/** A row of `documentSearchQuery`. */
export interface FoundRow extends Omit<FoundDocument, 'number' | 'name'> {
  readonly number: string | null;
  readonly name: string | null;
}

/** The answers of `documentSearchQuery`. */
export type FoundRows = Readonly<
  Record<'numbered' | 'called' | 'valued' | 'containing', readonly FoundRow[]>
>;

/** The results of `documentSearchQuery` as one list; exact number matches come first. */
export function foundDocuments(
  text: string,
  { numbered, called, valued, containing }: FoundRows,
): readonly FoundDocument[] {
  const kind = typedNumber(text)?.kind ?? '';
  const meant = numbered.filter(({ number }) => number?.startsWith(kind));
  const rows = [...meant, ...called, ...valued, ...containing];
  // The first of several answers about a document decides its place.
  const all = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
  return [...all.values()]
    .slice(0, maxFound)
    .map(({ number, name, ...row }) => ({ ...row, number: number ?? '', name: name ?? '' }));
}

/** Reads `PO-000057`, `po 57` and `57` as running numbers (NUM-01). */
function typedNumber(text: string): { readonly kind: string; readonly running: number } | null {
  const [, kind = '', digits] = /^\s*([a-z]{2})?[\s-]*0*(\d{1,9})\s*$/i.exec(text) ?? [];
  return digits === undefined ? null : { kind: kind.toUpperCase(), running: Number(digits) };
}
