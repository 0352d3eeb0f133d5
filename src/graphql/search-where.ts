import { type Fits, fitsOf, type Spellings, searchedWords, withMarkedStart } from '../base/search.ts';

type Where = Readonly<Record<string, unknown>>;

const nothing: Where = { _or: [] };

/**
 * Conditions for rows that contain every word of the text, using the index on `search_text`. Words with an `@` are
 * searched in the address column, if there is one. A text without letters or digits finds nothing; blanks set no
 * condition.
 */
export function searchedFor(text: string, { email }: { readonly email?: string } = {}): readonly Where[] {
  if (text.trim() === '') return [];
  const words = text.trim().split(/\s+/);
  const addresses = email === undefined ? [] : words.filter((word) => word.includes('@'));
  const others = words.filter((word) => !addresses.includes(word)).join(' ');
  const conditions = [
    ...addresses.map((address) => ({ [email ?? '']: { _ilike: `%${literal(address)}%` } })),
    ...occurring(searchedWords(others)),
  ];
  return conditions.length === 0 ? [nothing] : conditions;
}

/** Conditions for rows that match the text with the given fit. */
export function fitting(text: string, fit: keyof Fits): readonly Where[] {
  if (text.trim() === '') return [];
  return searchedWords(text).length === 0 ? [nothing] : occurring(fitsOf(text)[fit]);
}

/** As `fitting`, for tables with an indexed column of text beginnings. */
export function beginning(text: string, fit: 'whole' | 'beginning'): readonly Where[] {
  const parts = searchedWords(text).length === 0 ? [] : fitsOf(text)[fit];
  const marked = parts.map((spellings) => spellings.map(withMarkedStart));
  return marked.length === 0 ? [nothing] : occurring(marked, 'starts_text');
}

/** Conditions for rows that contain all parts in a column of searched text. */
export function occurring(parts: readonly Spellings[], column = 'search_text'): readonly Where[] {
  return parts.map((spellings) => {
    // Folded texts contain no wildcards.
    const forms = spellings.map((form) => ({ [column]: { _like: `%${form}%` } }));
    return forms.length === 1 && forms[0] ? forms[0] : { _or: forms };
  });
}

/** Escapes wildcards of a text. */
export function literal(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
}
