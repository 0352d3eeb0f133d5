import { type CsvCell, csvHead, csvRows } from '../../../base/csv.ts';
import { type XlsxColumn, xlsxParts } from '../../../base/xlsx.ts';
import type { tableMimes } from './files-type.ts';
import { zip } from './zip.ts';

export interface Table {
  /** The name of the sheet in a workbook. */
  readonly sheet: string;
  readonly titles: readonly string[];
  readonly rows: AsyncIterable<readonly (readonly CsvCell[])[]>;
  readonly columns?: readonly XlsxColumn[];
}

/** The pieces of the file of a table. */
export function tableBytes(format: keyof typeof tableMimes, table: Table): AsyncIterable<Buffer> {
  const { sheet, titles, rows, columns } = table;
  return format === 'csv' ? csvBytes(table) : zip(xlsxParts(sheet, titles, rows, columns));
}

async function* csvBytes({ titles, rows }: Table): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHead(titles));
  for await (const some of rows) yield Buffer.from(csvRows(some));
}
