import { type Language, languages } from '../../base/language.ts';
import { amountOf } from '../../base/money.ts';
import { formatNumber } from '../../base/typed-number.ts';
import { defaultLanguage } from '../../platform/constants.ts';

/** The number format of a file: `1.234,56`, `1,234.56` or `1 234,56`. The file alone does not reveal it. */
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

/** The possible titles of a column: the name of its field, or its title in any language. */
export interface CsvField {
  readonly name: string;
  readonly titles: readonly string[];
}

/** The field of each column according to the header of the file; null for unknown and repeated columns. */
export function matchedColumns(
  head: readonly string[],
  fields: readonly CsvField[],
): readonly (string | null)[] {
  const byTitle = new Map(
    fields
      .toReversed()
      .flatMap(({ name, titles }) => [...titles, name].map((title) => [folded(title), name])),
  );
  const taken = new Set<string>();
  return head.map((title) => {
    const name = byTitle.get(folded(title));
    if (name === undefined || taken.has(name)) return null;
    taken.add(name);
    return name;
  });
}

/** Ignores case, blanks and punctuation: `E-Mail *` is `email`. */
function folded(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
