import { searchedWords } from '../../base/search.ts';
import { occurring } from '../../graphql/search-where.ts';
import type { DocumentKind } from '../../timeline/kinds.ts';

/** A hit of the document search in the command palette. */
export interface FoundDocument {
  readonly kind: DocumentKind;
  readonly id: number;
  readonly number: string;
  readonly name: string;
  readonly status: string;
}

const maxFound = 8;

/** Documents whose number or name contains the text: exact numbers first, then the newest. */
export const documentSearchQuery = `query Search($number: document_bool_exp!, $text: document_bool_exp!) {
  numbered: document(where: $number, order_by: { timeline_id: desc }, limit: ${maxFound}) { ...found }
  called: document(where: $text, order_by: { timeline_id: desc }, limit: ${maxFound}) { ...found }
}
fragment found on document { kind id number name status }`;

/** The index covers all texts of a document; number and name have a column of their own. */
export function documentSearchVariables(text: string, kinds: readonly string[]) {
  const ofKinds = { kind: { _in: kinds } };
  const number = typedNumber(text);
  const words = searchedWords(text);
  const isCalledSo =
    words.length === 0 ? [{ _or: [] }] : [...occurring(words), ...occurring(words, 'heading_text')];
  return {
    number: { _and: [ofKinds, number === null ? { _or: [] } : { running_number: { _eq: number.running } }] },
    text: { _and: [ofKinds, ...isCalledSo] },
  };
}

/** A row of `documentSearchQuery`. */
export interface FoundRow extends Omit<FoundDocument, 'number' | 'name'> {
  readonly number: string | null;
  readonly name: string | null;
}

/** The results of `documentSearchQuery` as one list; exact number matches come first. */
export function foundDocuments(
  text: string,
  { numbered, called }: Readonly<Record<'numbered' | 'called', readonly FoundRow[]>>,
): readonly FoundDocument[] {
  const kind = typedNumber(text)?.kind ?? '';
  const meant = numbered.filter(({ number }) => number?.startsWith(kind));
  const all = new Map([...meant, ...called].map((row) => [`${row.kind} ${row.id}`, row]));
  return [...all.values()]
    .slice(0, maxFound)
    .map(({ number, name, ...row }) => ({ ...row, number: number ?? '', name: name ?? '' }));
}

/** Reads `PO-000057`, `po 57` and `57` as running numbers (NUM-01). */
function typedNumber(text: string): { readonly kind: string; readonly running: number } | null {
  const [, kind = '', digits] = /^\s*([a-z]{2})?[\s-]*0*(\d{1,9})\s*$/i.exec(text) ?? [];
  return digits === undefined ? null : { kind: kind.toUpperCase(), running: Number(digits) };
}
