import type { Tx } from '../../../../platform/server/database.ts';

/** The columns of `Deducted` of the invoice `i`, and the deducted invoices. */
export const deductedColumns = `app.prepaid_rows(i) as prepaid,
    (select coalesce(jsonb_agg(p.id order by p.id), '[]') from app.prepayments_of(i) p) as prepaid_ids,
    exists (select from app.prepayments_of(i) p where p.status not in ('export', 'completed')) as awaits_prepayment`;

/** An invoice with the prepayment invoices, and their corrections, that it deducts. */
export type WithPrepaid<Invoice> = Invoice & { readonly prepaid_ids: readonly number[] };

/**
 * Locks the orders of exported invoices before their prepayments are read: a simultaneous discarding of a prepayment
 * waits and then finds the final invoice booked (INV-22). Runs as writer.
 */
export function lockDeducted(tx: Tx, ids: readonly number[]): void {
  tx.send(
    `select from procurement where id in (select app.orders_of_invoices(app.tenant_id(), $1)) order by id for no key update`,
    [ids],
  );
}
