import { type Language, languages } from '../../base/language.ts';
import { amountOf } from '../../base/money.ts';
import { formatNumber, typedNumber, unreadable } from '../../base/typed-number.ts';
import { defaultLanguage } from '../../platform/constants.ts';
import { titleSynonyms } from './title-synonyms.ts';

/** The number format of a file: `1.234,56`, `1,234.56` or `1 234,56`. */
export const csvNumbers = ['comma', 'point', 'space'] as const;
export type CsvNumbers = (typeof csvNumbers)[number];

const examples: Readonly<Record<CsvNumbers, string>> = {
  comma: '1.234,56',
  point: '1,234.56',
  space: '1\u00a0234,56',
};

/** The first language with this number format. */
export function languageOfNumbers(numbers: CsvNumbers): Language {
  const writes = (language: Language) => formatNumber(amountOf('1234.56'), language) === examples[numbers];
  return languages.find(writes) ?? defaultLanguage;
}

/**
 * The number format in which the most of these texts can be read (SHEET-19); where several read equally many, the
 * format of the product's own files, because `1.234` alone can mean two values.
 */
export function guessedNumbers(texts: readonly string[]): CsvNumbers {
  const readable = (numbers: CsvNumbers): number => {
    const language = languageOfNumbers(numbers);
    return texts.filter((text) => typedNumber(withoutUnit(text), language) !== unreadable).length;
  };
  const [best = 'comma'] = csvNumbers
    .map((numbers) => ({ numbers, count: readable(numbers) }))
    .toSorted((left, right) => right.count - left.count)
    .map(({ numbers }) => numbers);
  return best;
}

function withoutUnit(text: string): string {
  return text.replaceAll(/[€%]/g, '').trim();
}

/** The order of day and month in a file: `31/12/2026`, or `12/31/2026`. */
export const csvDays = ['day', 'month'] as const;
export type CsvDays = (typeof csvDays)[number];

/** Which of both comes first in these texts (SHEET-19): a number above twelve is a day. */
export function guessedDays(texts: readonly string[]): CsvDays {
  const pairs = texts.map((text) => /^\s*(\d{1,2})\/(\d{1,2})\//.exec(text));
  const above = (place: 1 | 2): boolean => pairs.some((pair) => Number(pair?.[place] ?? 0) > 12);
  return above(2) && !above(1) ? 'month' : 'day';
}

/** The possible titles of a column: the name of its field, or its title in any language. */
export interface CsvField {
  readonly name: string;
  readonly titles: readonly string[];
}

/**
 * The field of each column according to the header of the file; null for unknown and repeated columns. Titles of other
 * programs (SHEET-19) count where no column has the product's own title.
 */
export function matchedColumns(
  head: readonly string[],
  fields: readonly CsvField[],
): readonly (string | null)[] {
  const taken = new Set<string>();
  const matched = head.map((): string | null => null);
  const match = (known: ReadonlyMap<string, readonly string[]>, foldedTitle: (title: string) => string) => {
    for (const [place, title] of head.entries()) {
      const name = known.get(foldedTitle(title))?.find((each) => !taken.has(each));
      if (matched[place] !== null || name === undefined) continue;
      matched[place] = name;
      taken.add(name);
    }
  };
  const own = namesByTitle(fields.map(({ name, titles }) => [name, [...titles, name]]));
  const foreign = namesByTitle(fields.map(({ name }) => [name, titleSynonyms[name] ?? []]));
  match(own, folded);
  match(own, (title) => folded(withoutRemark(title)));
  match(foreign, folded);
  match(foreign, (title) => folded(withoutRemark(title)));
  return matched;
}

/** Fields of every entity. They come last: `Warengruppe` is the group of a product, and the name only of a group. */
const generalFields: readonly string[] = ['name', 'number', 'code'];

function byMeaning(left: string, right: string): number {
  return Number(generalFields.includes(left)) - Number(generalFields.includes(right));
}

function namesByTitle(
  fields: readonly (readonly [name: string, titles: readonly string[]])[],
): ReadonlyMap<string, readonly string[]> {
  const pairs = fields.flatMap(([name, titles]) => titles.map((title) => ({ name, title: folded(title) })));
  return new Map(
    [...Map.groupBy(pairs, ({ title }) => title)]
      .filter(([title]) => title !== '')
      .map(([title, found]) => [title, [...new Set(found.map(({ name }) => name))].toSorted(byMeaning)]),
  );
}

/** `Preis (EUR)` and `Zahlungsziel [Tage]` without the remark, `USt in %` and `Preis in EUR` without the unit. */
function withoutRemark(title: string): string {
  return title
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '')
    .replace(/\s(?:in\s+)?(?:%|€|EUR|Euro|CHF|CZK)\s*$/i, '');
}

/** Ignores case, blanks and punctuation: `E-Mail *` is `email`. */
function folded(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
