import type { Day } from '../../../base/day.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { periodOf } from '../booking-day.ts';
import type { BookedRow, ExportingCompany } from '../model.ts';
import { loadCompany } from './content/load-company.ts';
import { batchFile, batchName } from './extf/batch.ts';

/** The export settings of a company. Runs as writer. */
export async function exportingCompany(tx: Tx, id: number): Promise<ExportingCompany> {
  return await loadCompany(tx, id);
}

/** A file of bookings. */
export interface BookingFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
}

/**
 * The bookings of a company in the month of a day as a file for DATEV (EXP-10). `madeAt` is the time of creation as
 * `YYYYMMDDHHMMSSmmm` in the tenant's time zone.
 */
export function bookingFile(
  company: ExportingCompany,
  { day, madeAt, label }: { readonly day: Day; readonly madeAt: string; readonly label: string },
  rows: readonly BookedRow[],
): BookingFile {
  const batch = { company, period: periodOf(day, company.fiscal_year_start), madeAt, label };
  return {
    name: batchName(batch),
    mime: 'text/csv; charset=windows-1252',
    bytes: Buffer.concat([...batchFile(batch, rows)]),
  };
}
