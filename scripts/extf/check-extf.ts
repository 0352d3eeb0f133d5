import { type Amount, round, sum } from '../../src/base/money.ts';
import {
  accountNameCategory,
  bookingCategory,
} from '../../src/features/accounting-export/extf/categories.ts';
import { decodeExtf, type ExtfEncoding } from '../../src/features/accounting-export/extf/decoding.ts';
import { type ExtfFinding, Findings } from '../../src/features/accounting-export/extf/findings.ts';
import { type ExtfRecord, extfRecords } from '../../src/features/accounting-export/extf/records.ts';
import { checkBooking } from './booking.ts';
import { checkHeader, type ExtfHeader } from './header.ts';
import { checkCells } from './values.ts';

/** The result of checking an EXTF file. It is valid without findings. */
export interface ExtfVerdict {
  readonly encoding: ExtfEncoding;
  /** From its header; null when the columns of the rows are unknown. */
  readonly formatName: string | null;
  readonly rows: number;
  /** Control totals of a batch of bookings in the currency of the header (EXP-23). */
  readonly debit: Amount;
  readonly credit: Amount;
  readonly currency: string;
  /** The first of them, in the order of the file. */
  readonly findings: readonly ExtfFinding[];
  readonly findingCount: number;
}

/**
 * Reads an EXTF file as strictly as its receiver may, and checks it by EXP-10. Shares only the table of fields with
 * the writer, so that mistakes of the writer are not repeated. `fileName` is the name alone.
 */
export function checkExtf(bytes: Uint8Array, fileName: string): ExtfVerdict {
  const findings = new Findings();
  if (!/^EXTF_.{0,51}\.csv$/.test(fileName)) {
    findings.add(null, null, 'file_name', 'the name is not EXTF_*.csv with at most 60 characters');
  }
  const { encoding, text } = decodeExtf(bytes, findings);
  const records = extfRecords(text, findings);
  const first = records.next();
  if (first.done) {
    findings.add(null, null, 'header', 'the file has no header');
    return verdictOf(findings, encoding, null, noBookings);
  }
  const header = checkHeader(first.value, findings);
  const bookings = checkRows(records, header, findings);
  return verdictOf(findings, encoding, header, bookings);
}

interface CheckedRows {
  readonly rows: number;
  readonly debit: readonly Amount[];
  readonly credit: readonly Amount[];
}

const noBookings: CheckedRows = { rows: 0, debit: [], credit: [] };

function verdictOf(
  findings: Findings,
  encoding: ExtfEncoding,
  header: ExtfHeader | null,
  { rows, debit, credit }: CheckedRows,
): ExtfVerdict {
  return {
    encoding,
    formatName: header?.category?.formatName ?? null,
    rows,
    debit: round(sum(debit), 2),
    credit: round(sum(credit), 2),
    currency: header?.currency ?? '',
    findings: findings.kept.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)),
    findingCount: findings.count,
  };
}

/** The heading and all rows after it. */
function checkRows(records: Generator<ExtfRecord>, header: ExtfHeader, findings: Findings): CheckedRows {
  const heading = records.next();
  if (heading.done) findings.add(null, null, 'heading', 'the file has no column headings');
  else checkHeading(heading.value, header, findings);
  const checked = { rows: 0, debit: [] as Amount[], credit: [] as Amount[] };
  for (const record of records) {
    checked.rows += 1;
    if (header.category === null) continue;
    checkRow(record, header, findings, checked);
  }
  if (checked.rows === 0) findings.add(null, null, 'no_rows', 'the file has no rows');
  return checked;
}

function checkHeading(record: ExtfRecord, { category }: ExtfHeader, findings: Findings): void {
  if (category === null) return;
  const { columns } = category;
  if (record.cells.length !== columns.length) {
    findings.add(record.line, null, 'column_count', `${record.cells.length} columns, not ${columns.length}`);
  }
  const other = record.cells.findIndex((cell, place) => cell.text !== columns[place]?.name);
  if (other === -1) return;
  const why = `"${record.cells[other]?.text}" instead of "${columns[other]?.name ?? ''}"`;
  findings.add(record.line, other + 1, 'heading', why);
}

function checkRow(
  record: ExtfRecord,
  header: ExtfHeader,
  findings: Findings,
  totals: { debit: Amount[]; credit: Amount[] },
): void {
  const columns = header.category?.columns ?? [];
  if (record.cells.length !== columns.length) {
    findings.add(record.line, null, 'column_count', `${record.cells.length} columns, not ${columns.length}`);
  }
  checkCells(record, columns, findings);
  if (header.category !== bookingCategory) {
    checkMasterData(record, header, findings);
    return;
  }
  const { side, amount } = checkBooking(record, header, findings);
  if (amount !== null && (side === 'S' || side === 'H'))
    (side === 'S' ? totals.debit : totals.credit).push(amount);
}

/**
 * A personal account has one digit more than the ledger accounts, which may be shorter without their leading zeros
 * (EXP-25).
 */
function checkMasterData(
  record: ExtfRecord,
  { category, accountLength }: ExtfHeader,
  findings: Findings,
): void {
  const digits = record.cells[0]?.text.length ?? 0;
  if (accountLength === null || digits === 0) return;
  const isRight = category === accountNameCategory ? digits <= accountLength : digits === accountLength + 1;
  if (!isRight) findings.add(record.line, 1, 'account', `an account of ${digits} digits`);
}
