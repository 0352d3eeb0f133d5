import { useTranslation } from 'react-i18next';
import {
  csvRows,
  csvSeparator,
  csvText,
  isArchive,
  maxCsvRows,
  type Separator,
} from '../../../base/csv-reading.ts';
import { languages, languageTag } from '../../../base/language.ts';
import { isRefusal, type Refusal } from '../../../base/refusal.ts';
import { uploadLimitBytes } from '../../../platform/constants.ts';
import { upload } from '../../../platform/web/api.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import { refusalText } from '../../../platform/web/failure-text.ts';
import { i18n, loadAllLanguages } from '../../../platform/web/i18n.ts';
import type { Entity } from '../../entity.ts';
import { fieldLabelKey } from '../../labels.ts';
import type { CsvField } from '../../sheet/csv-columns.ts';
import { idColumn } from '../../sheet/csv-lines.ts';
import { type CsvTable, csvTable } from '../../sheet/csv-table.ts';
import type { Column } from './columns.ts';

/** The files that a file button accepts: spreadsheets and texts. */
export const tableFiles = '.xlsx,.xlsm,.csv,.txt,.tsv,text/csv';

/** A list read in the browser: a CSV file, or a spreadsheet as CSV. */
export interface CsvFile extends CsvTable {
  readonly file: File;
  readonly separator: Separator;
}

/**
 * Reads a chosen file, or refuses it with the reason.
 *
 * @param fieldsOf the fields with their titles, called after all languages are loaded
 */
export async function readCsvFile(
  file: File,
  fieldsOf: () => readonly CsvField[],
): Promise<CsvFile | Refusal> {
  const read = await textOfFile(file);
  if (isRefusal(read)) return read;
  const separator = csvSeparator(read.text);
  const all = csvRows(read.text, separator);
  if (isRefusal(all)) return all;
  await loadAllLanguages();
  return { ...csvTable(all, fieldsOf()), file: read.file, separator };
}

/** The text of a CSV file; a spreadsheet is read by the server (TECH-20) and becomes a CSV file of the same rows. */
export async function textOfFile(
  file: File,
): Promise<{ readonly file: File; readonly text: string } | Refusal> {
  if (file.size > uploadLimitBytes) {
    return { isRefusal: true, code: 'payload_too_large', values: { max: uploadLimitBytes } };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isArchive(bytes)) {
    const text = csvText(bytes);
    return isRefusal(text) ? text : { file, text };
  }
  const form = new FormData();
  form.set('file', file, 'file.xlsx');
  try {
    const { text } = await upload<{ text: string }>('/api/table', form);
    return { file: new File([text], `${file.name}.csv`, { type: 'text/csv' }), text };
  } catch (failure) {
    if (!(failure instanceof ApiRefusal)) throw failure;
    return { isRefusal: true, code: failure.code, values: failure.values };
  }
}

/** The possible titles of the columns of a file: in all languages once `loadAllLanguages` is done. */
export function fieldTitles(entity: Entity, columns: readonly Column[]): readonly CsvField[] {
  const fields = columns.map(({ name }) => ({
    name,
    titles: inAllLanguages(fieldLabelKey(entity.table, name)),
  }));
  return [...fields, { name: idColumn, titles: inAllLanguages('table.id') }];
}

/** A text in each language, once `loadAllLanguages` is done. */
export function inAllLanguages(key: string): readonly string[] {
  return languages.map((language) => i18n.getFixedT(languageTag(language))(key));
}

/** The reason why a file cannot be imported. */
export function useCsvRefusalText(): (refusal: Refusal) => string {
  const { t } = useTranslation();
  return ({ code, values = {} }) =>
    typeof values.rule === 'string'
      ? t(`import.refused.${values.rule}`, { ...values, most: maxCsvRows })
      : refusalText(code, values);
}
