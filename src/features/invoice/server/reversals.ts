import type { Tx } from '../../../platform/server/database.ts';

/** SQL condition: export entry `e` is exported and not reversed. */
export const standsInBooks = `e.state = 'exported' and not e.is_reversal and not exists (
    select from invoice_export_entry r where r.reverses_entry_id = e.id and r.state = 'exported')`;

/** Marks all exports of the invoice as waiting for their reversal (EXP-24). Runs as writer. */
export function awaitReversals(tx: Tx, invoiceId: number): void {
  tx.send(
    `update invoice_export_entry e set awaits_reversal = true where e.invoice_id = $1 and ${standsInBooks}`,
    [invoiceId],
  );
}
