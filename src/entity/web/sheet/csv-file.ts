import { useTranslation } from 'react-i18next';
import {
  type CsvRow,
  csvRows,
  csvSeparator,
  csvText,
  maxCsvRows,
  type Separator,
} from '../../../base/csv-reading.ts';
import { languages, languageTag } from '../../../base/language.ts';
import { isRefusal, type Refusal } from '../../../base/refusal.ts';
import { uploadLimitBytes } from '../../../platform/constants.ts';
import { refusalText } from '../../../platform/web/failure-text.ts';
import { i18n, loadAllLanguages } from '../../../platform/web/i18n.ts';
import type { Entity } from '../../entity.ts';
import { fieldLabelKey } from '../../labels.ts';
import type { CsvField } from '../../sheet/csv-columns.ts';
import { idColumn } from '../../sheet/csv-lines.ts';
import type { Column } from './columns.ts';

/** A CSV file read in the browser: header and rows. */
export interface CsvFile {
  readonly file: File;
  readonly separator: Separator;
  readonly head: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** Reads a chosen file, or refuses it with the reason. */
export async function readCsvFile(file: File): Promise<CsvFile | Refusal> {
  if (file.size > uploadLimitBytes) {
    return { isRefusal: true, code: 'payload_too_large', values: { max: uploadLimitBytes } };
  }
  const text = csvText(new Uint8Array(await file.arrayBuffer()));
  if (isRefusal(text)) return text;
  const separator = csvSeparator(text);
  const all = csvRows(text, separator);
  if (isRefusal(all)) return all;
  await loadAllLanguages();
  const [head, ...rows] = all;
  return { file, separator, head: head?.cells ?? [], rows };
}

/** The possible titles of the columns of a file: in all languages once `loadAllLanguages` is done. */
export function fieldTitles(entity: Entity, columns: readonly Column[]): readonly CsvField[] {
  const inAll = (key: string): readonly string[] =>
    languages.map((language) => i18n.getFixedT(languageTag(language))(key));
  const fields = columns.map(({ name }) => ({ name, titles: inAll(fieldLabelKey(entity.table, name)) }));
  return [...fields, { name: idColumn, titles: inAll('table.id') }];
}

/** The reason why a file cannot be imported. */
export function useCsvRefusalText(): (refusal: Refusal) => string {
  const { t } = useTranslation();
  return ({ code, values = {} }) =>
    typeof values.rule === 'string'
      ? t(`import.refused.${values.rule}`, { ...values, most: maxCsvRows })
      : refusalText(code, values);
}
