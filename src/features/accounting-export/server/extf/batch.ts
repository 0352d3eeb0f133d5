import type { Buffer } from 'node:buffer';
import type { Day } from '../../../../base/day.ts';
import type { Period } from '../../booking-day.ts';
import { bookingRow } from '../../extf/booking-row.ts';
import { bookingCategory } from '../../extf/categories.ts';
import { headerDay, quoted } from '../../extf/row.ts';
import type { BookedRow, ExportingCompany } from '../../model.ts';
import { headLines } from './header.ts';
import { inWindows1252 } from './windows-1252.ts';

/** The bookings of one company in one month as a DATEV file: EXTF 700, category 21, format version 13 (EXP-10). */
export interface Batch {
  readonly company: ExportingCompany;
  readonly period: Period;
  /** The time of creation as `YYYYMMDDHHMMSSmmm` in the tenant's time zone. */
  readonly madeAt: string;
  /** The label of its run (EXP-23). */
  readonly label: string;
}

const rowsAtOnce = 500;

/** The file in pieces, in Windows-1252. */
export function* batchFile(batch: Batch, rows: Iterable<BookedRow>): Generator<Buffer> {
  yield inWindows1252(head(batch));
  let texts: string[] = [];
  for (const row of rows) {
    texts.push(bookingRow(row, batch.company));
    if (texts.length < rowsAtOnce) continue;
    yield inWindows1252(texts.join(''));
    texts = [];
  }
  if (texts.length > 0) yield inWindows1252(texts.join(''));
}

/** `EXTF_Buchungsstapel_{client}_{yyyyMM}_{yyyyMMddHHmmss}.csv` (EXP-10) */
export function batchName({ company, period, madeAt }: Batch): string {
  return `EXTF_Buchungsstapel_${company.client_number}_${monthOf(period.from)}_${madeAt.slice(0, 14)}.csv`;
}

/** The name of a document archive of the batch (EXP-19). */
export function archiveFileName({ company, period, madeAt }: Batch, part: number): string {
  const place = part === 1 ? '' : `_${part}`;
  return `Belege_${company.client_number}_${monthOf(period.from)}_${madeAt.slice(0, 14)}${place}.zip`;
}

function head({ company, period, madeAt, label }: Batch): string {
  return headLines(
    bookingCategory,
    { company, madeAt, yearStart: period.yearStart, label },
    {
      15: headerDay(period.from),
      16: headerDay(period.to),
      19: '1',
      20: '0',
      // An empty field would lock the batch.
      21: company.datev_lock ? '1' : '0',
      22: quoted(company.currency, 3),
    },
  );
}

function monthOf(day: Day): string {
  return day.slice(0, 7).replace('-', '');
}
