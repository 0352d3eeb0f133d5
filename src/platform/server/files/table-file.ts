import { type CsvCell, csvHead, csvRows } from '../../../base/csv.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
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

/** Rows that a sheet of a workbook can hold below its head (ECMA-376, as read by spreadsheet programs). */
const sheetRows = 1_048_575;

/** The pieces of the file of a table; throws `table_too_many_rows` where a workbook cannot hold them. */
export function tableBytes(format: keyof typeof tableMimes, table: Table): AsyncIterable<Buffer> {
  const { sheet, titles, rows, columns } = table;
  return format === 'csv' ? csvBytes(table) : zip(xlsxParts(sheet, titles, atMost(rows, sheetRows), columns));
}

/** The rows; throws once there are more than `max`. */
export async function* atMost(rows: Table['rows'], max: number): Table['rows'] {
  let count = 0;
  for await (const some of rows) {
    count += some.length;
    if (count > max) throw new Refused(refuse('table_too_many_rows', { values: { max } }));
    yield some;
  }
}

async function* csvBytes({ titles, rows }: Table): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHead(titles));
  for await (const some of rows) yield Buffer.from(csvRows(some));
}
