import { type Fits, fitsOf, type Spellings, searchedWords, withMarkedStart } from '../base/search.ts';

type Where = Readonly<Record<string, unknown>>;

const nothing: Where = { _or: [] };

/**
 * The conditions under which a row has every word of the text, served by the index on its `search_text`. Words with an `@`
 * are looked for in the column of addresses, where there is one. A text without a letter or digit finds nothing; blanks ask
 * for nothing.
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

/** The conditions under which the text fits a row so well. */
export function fitting(text: string, fit: keyof Fits): readonly Where[] {
  if (text.trim() === '') return [];
  return searchedWords(text).length === 0 ? [nothing] : occurring(fitsOf(text)[fit]);
}

/** As `fitting`, for rows that keep the beginnings of their texts in a column of their own, which has an index. */
export function beginning(text: string, fit: 'whole' | 'beginning'): readonly Where[] {
  const parts = searchedWords(text).length === 0 ? [] : fitsOf(text)[fit];
  const marked = parts.map((spellings) => spellings.map(withMarkedStart));
  return marked.length === 0 ? [nothing] : occurring(marked, 'starts_text');
}

/** The conditions under which all of these parts occur in a column of searched text. */
export function occurring(parts: readonly Spellings[], column = 'search_text'): readonly Where[] {
  return parts.map((spellings) => {
    // Folded texts have no wildcards.
    const forms = spellings.map((form) => ({ [column]: { _like: `%${form}%` } }));
    return forms.length === 1 && forms[0] ? forms[0] : { _or: forms };
  });
}

/** The wildcards of a text count as characters. */
export function literal(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
}
