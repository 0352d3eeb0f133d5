import type { Refusal } from '../../../base/refusal.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { SystemSettings } from '../../../platform/server/connected-systems.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { BookingPreview } from '../../invoice/shown-booking.ts';
import type { ExportedInvoice } from '../model.ts';
import type { Connections } from './connections/connections.ts';
import type { LoadedCompany } from './content/load-company.ts';
import { readExportedInvoices } from './content/load-invoice.ts';
import type { FileTransport } from './exporting/export-files.ts';
import type { OnlineTransport } from './online/transport.ts';

/** The implementation of a target; its static facts are in `src/features/export-target`. */
export interface Target {
  /** Exports invoices and reversals (EXP-24), and queries the target's bookings (EXP-29). */
  transport(parts: TargetParts): OnlineTransport | FileTransport;
  /**
   * Previews the bookings of a company's invoices with the functions of a run, without facts that only the target
   * knows (EXP-27, EXP-28). Runs as writer; locks nothing.
   */
  preview(
    tx: Tx,
    company: LoadedCompany,
    invoiceIds: readonly number[],
  ): Promise<ReadonlyMap<number, Shown | Refusal>>;
}

export interface TargetParts {
  readonly database: Database;
  readonly connections: Pick<Connections, 'accessToken' | 'deactivate'>;
  readonly settings: SystemSettings;
  readonly clock: Clock;
}

/** The preview of an invoice's bookings. */
export type Shown = Pick<BookingPreview, 'day' | 'bookings'>;

/** The treatment of closed periods is chosen per run; previews assume the first open day (EXP-21). */
export const usualPeriod = 'first_open_day';

/** Reads a company's invoices and previews each with `show`. Runs as writer. */
export async function showEach(
  tx: Tx,
  company: LoadedCompany,
  invoiceIds: readonly number[],
  show: (invoice: ExportedInvoice) => Promise<Shown | Refusal> | Shown | Refusal,
): Promise<ReadonlyMap<number, Shown | Refusal>> {
  const invoices = await readExportedInvoices(tx, invoiceIds, company);
  return new Map(
    await Promise.all([...invoices].map(async ([id, invoice]) => [id, await show(invoice)] as const)),
  );
}
