import { csvText, isArchive } from '../../base/csv-reading.ts';
import { orRefuse, Refused, refuse } from '../../base/refusal.ts';
import { plainAnswerBytes, ReaderEnded } from '../../platform/server/reading-cell/cell-limits.ts';
import { inCell } from '../../platform/server/reading-cell/reading-cell.ts';
import type { XlsxReading } from './xlsx/read-in-cell.ts';

/** A hundred thousand rows take ten seconds. */
const maxSeconds = 60;

const readXlsx = inCell<Uint8Array, XlsxReading>(
  new URL('./xlsx/read-in-cell.ts', import.meta.url),
  'others',
  { seconds: maxSeconds, answerBytes: plainAnswerBytes },
);

/**
 * The text of a CSV file, or of the first shown sheet of an XLSX file as CSV (SHEET-19). A spreadsheet is read in the
 * reading cell (TECH-20); its days and numbers are written as exports of the product have them.
 *
 * @throws Refused for other files, damaged and too large ones
 */
export async function tableText(tenantId: number | null, bytes: Uint8Array): Promise<string> {
  if (!isArchive(bytes)) return orRefuse(csvText(bytes));
  const reading = await readXlsx(tenantId, bytes, bytes.length / 1024).catch(
    (error: unknown): XlsxReading => {
      if (!(error instanceof ReaderEnded)) throw error;
      return { failure: { rule: 'xlsx_large' } };
    },
  );
  if ('csv' in reading) return reading.csv;
  const { rule, ...values } = reading.failure;
  const code = 'limit' in values ? 'limit_exceeded' : 'unsupported_media_type';
  throw new Refused(refuse(code, { field: 'file', values: { rule, ...values } }));
}
