import { type Language, languages } from '../../base/language.ts';
import { plainLine } from '../../base/plain-line.ts';
import type { Field, FieldOptions } from '../field.ts';
import type { Finding, Kind, Reading, Translation, Value } from '../kind.ts';
import { longestText } from './text.ts';

/**
 * Names in several languages (I18N-06, I18N-07). A cell and a CSV line hold only the name in the reader's language;
 * editing it there keeps the others.
 */
export function translations(
  options: FieldOptions<readonly Translation[]> = {},
): Field<readonly Translation[]> {
  const kind: Kind<readonly Translation[]> = {
    input: 'translated',
    read: (typed, { language }) => (typed.trim() ? [{ lang: language, name: typed.trim() }] : null),
    write: ownName,
    csv: ownName,
    normal(value) {
      if (!isList(value)) return value;
      const named = value.map(({ lang, name }) => ({ lang, name: plainLine(name) }));
      return named;
    },
    problem: (value) => (isList(value) ? translationProblem(value) : { code: 'invalid_type' }),
  };
  return { initial: [], ...options, kind };
}

/** The name in the reader's language only: another one would be read back as a name in the reader's language. */
function ownName(names: readonly Translation[], { language }: Reading): string {
  return names.find(({ lang }) => lang === language)?.name ?? '';
}

/** The API accepts any JSON. */
function isList(value: unknown): value is readonly Translation[] {
  const isNamed = (item: Partial<Translation> | null) =>
    typeof item === 'object' && typeof item?.lang === 'string' && typeof item.name === 'string';
  return Array.isArray(value) && value.every(isNamed);
}

/** The name in the language, else in the tenant's main language, else the first one (I18N-07). */
export function nameIn(
  names: readonly Translation[],
  language: Language,
  mainLanguage: Language = language,
): string {
  const of = (wanted: Language) => names.find(({ lang }) => lang === wanted)?.name;
  return of(language) ?? of(mainLanguage) ?? names[0]?.name ?? '';
}

/**
 * The name of a row in a language; `name` holds the one in the main language. The server computes the same (I18N-07).
 */
export function translatedName(
  { name = null, translations }: Readonly<Record<string, Value>>,
  language: Language,
): Value {
  const own = isList(translations) ? translations.find(({ lang }) => lang === language) : undefined;
  return own?.name || name;
}

/** VAL-38: each entry has a known language, each language occurs once, and each has a text. */
function translationProblem(names: readonly Translation[]): Finding | undefined {
  if (names.some(({ lang }) => !languages.includes(lang))) return { code: 'invalid_type' };
  if (new Set(names.map(({ lang }) => lang)).size < names.length) return { code: 'duplicate_key_violation' };
  if (names.some(({ name }) => name === '')) return { code: 'field_required' };
  if (names.some(({ name }) => name.length > longestText)) {
    return { code: 'value_too_long', values: { max: longestText } };
  }
  return undefined;
}
