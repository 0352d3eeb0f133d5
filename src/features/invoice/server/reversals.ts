import type { Tx } from '../../../platform/server/database.ts';

/** What left in an entry `e` and is not taken back. */
export const standsInBooks = `e.state = 'exported' and not e.is_reversal and not exists (
    select from invoice_export_entry r where r.reverses_entry_id = e.id and r.state = 'exported')`;

/** From now on every export of the invoice waits to be taken back (EXP-24). Runs as writer. */
export function awaitReversals(tx: Tx, invoiceId: number): void {
  tx.send(
    `update invoice_export_entry e set awaits_reversal = true where e.invoice_id = $1 and ${standsInBooks}`,
    [invoiceId],
  );
}
