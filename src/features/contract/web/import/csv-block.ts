import { languages, languageTag } from '../../../../base/language.ts';
import { isRefusal, type Refusal } from '../../../../base/refusal.ts';
import { matchedColumns } from '../../../../entity/sheet/csv-columns.ts';
import type { Column } from '../../../../entity/web/sheet/columns.ts';
import { readCsvFile } from '../../../../entity/web/sheet/csv-file.ts';
import { i18n } from '../../../../platform/web/i18n.ts';
import { titleKey } from './columns.ts';

/** The rows of a file for the table: texts in the order of the columns. */
export interface CsvBlock {
  readonly texts: readonly (readonly string[])[];
  /** Headings of the file that match no column. */
  readonly unknown: readonly string[];
}

/** Text keys of further headings by column. */
const otherTitles: Readonly<Record<string, readonly string[]>> = {
  renewal_duration: ['contract.import.renewal_by'],
  notice_workdays: ['contract.import.notice_workdays'],
};

/** Reads a CSV file whose headings are column titles in any language. */
export async function csvBlock(file: File, columns: readonly Column[]): Promise<CsvBlock | Refusal> {
  const csv = await readCsvFile(file);
  if (isRefusal(csv)) return csv;
  const fields = columns.map(({ name }) => ({
    name,
    titles: languages.flatMap((language) => {
      const t = i18n.getFixedT(languageTag(language));
      return [t(titleKey(name)), ...(otherTitles[name] ?? []).map((key) => t(key))];
    }),
  }));
  const matched = matchedColumns(csv.head, fields);
  const places = columns.map(({ name }) => matched.indexOf(name));
  return {
    texts: csv.rows.map(({ cells }) => places.map((place) => (place === -1 ? '' : (cells[place] ?? '')))),
    unknown: csv.head.filter((_, place) => matched[place] === null),
  };
}
