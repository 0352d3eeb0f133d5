import { isRefusal, type Refusal } from '../../../../base/refusal.ts';
import type { Column } from '../../../../entity/web/sheet/columns.ts';
import { inAllLanguages, readCsvFile } from '../../../../entity/web/sheet/csv-file.ts';
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

/** Reads a spreadsheet or CSV file whose headings are column titles in any language. */
export async function csvBlock(file: File, columns: readonly Column[]): Promise<CsvBlock | Refusal> {
  const csv = await readCsvFile(file, () =>
    columns.map(({ name }) => ({
      name,
      titles: [titleKey(name), ...(otherTitles[name] ?? [])].flatMap((key) => inAllLanguages(key)),
    })),
  );
  if (isRefusal(csv)) return csv;
  const { matched } = csv;
  const places = columns.map(({ name }) => matched.indexOf(name));
  return {
    texts: csv.rows.map(({ cells }) => places.map((place) => (place === -1 ? '' : (cells[place] ?? '')))),
    unknown: csv.head.filter((_, place) => matched[place] === null),
  };
}
