import type { Refusal } from '../../../base/refusal.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { SystemSettings } from '../../../platform/server/connected-systems.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { BookingPreview } from '../../invoice/shown-booking.ts';
import type { ExportedInvoice } from '../model.ts';
import type { Connections } from './connections/connections.ts';
import type { LoadedCompany } from './content/load-company.ts';
import { readExportedInvoices } from './content/load-invoice.ts';
import type { FileWay } from './exporting/leave-files.ts';
import type { OnlineWay } from './online/way.ts';

/** What a target does; what it is like stands in `src/features/export-target`. */
export interface Target {
  /** How invoices get there, reversals too (EXP-24), and how the target is asked what it has booked (EXP-29). */
  way(parts: TargetParts): OnlineWay | FileWay;
  /**
   * Books invoices of a company to be looked at, by the functions that book them in a run; what the target says only when it is
   * asked is not known (EXP-27, EXP-28). Runs as writer; nothing is held.
   */
  preview(tx: Tx, company: LoadedCompany): Promise<ShowInvoices>;
}

export interface TargetParts {
  readonly database: Database;
  readonly connections: Pick<Connections, 'accessToken' | 'deactivate'>;
  readonly settings: SystemSettings;
  readonly clock: Clock;
}

/** What is exported of an invoice as it is shown. */
export type Shown = Pick<BookingPreview, 'day' | 'bookings'>;
export type ShowInvoices = (tx: Tx, ids: readonly number[]) => Promise<ReadonlyMap<number, Shown | Refusal>>;

/** A closed period is chosen with the run; until then an invoice is booked on the first open day (EXP-21). */
export const usualPeriod = 'first_open_day';

/** Shows each of some invoices by one function. */
export function showEach(
  company: LoadedCompany,
  show: (invoice: ExportedInvoice) => Promise<Shown | Refusal>,
): ShowInvoices {
  return async (tx, ids) => {
    const shown = new Map<number, Shown | Refusal>();
    for (const [id, invoice] of await readExportedInvoices(tx, ids, company))
      shown.set(id, await show(invoice));
    return shown;
  };
}
