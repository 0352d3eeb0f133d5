import { csvRows } from '../../../base/csv.ts';
import { throwIfShortOfMemory } from '../../../platform/server/reading-cell/short-of-memory.ts';
import { Parts, type XlsxFailure, XlsxRefused } from './parts.ts';
import { readRows } from './sheet-rows.ts';
import { readWorkbook } from './workbook.ts';

export type XlsxReading = { readonly csv: string } | { readonly failure: XlsxFailure };

/** Runs in the reading cell: the first shown sheet with values, as a CSV file of the product (SHEET-14). */
export default async function read(bytes: Uint8Array): Promise<XlsxReading> {
  try {
    const parts = await Parts.of(bytes);
    const book = await readWorkbook(parts);
    for (const sheet of book.sheets) {
      const rows = await readRows(parts, book, sheet);
      if (rows.length > 0) return { csv: csvRows(rows) };
    }
    return { failure: { rule: 'xlsx_empty' } };
  } catch (error) {
    if (error instanceof XlsxRefused) return { failure: error.failure };
    throwIfShortOfMemory(error);
    // The messages of the packages are not shown to the sender.
    return { failure: { rule: 'xlsx_damaged' } };
  }
}
