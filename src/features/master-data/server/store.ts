import type { Tx } from '../../../platform/server/database.ts';

/** An account with its proposer; null where it was read from an invoice. */
export interface BankData {
  readonly iban: string | null;
  readonly bic: string | null;
  readonly proposed_by_id: number | null;
  readonly source_invoice_id: number | null;
  /** Nobody else could have confirmed it (AUTH-37). */
  readonly is_alone: boolean;
}

/**
 * Writes an account that was confirmed elsewhere to the supplier and to its history; pending proposals of the same
 * account are closed (INV-21). Runs as writer.
 */
export function writeBankData(
  tx: Tx,
  supplierId: number,
  { iban, bic, proposed_by_id, source_invoice_id, is_alone }: BankData,
): void {
  // Serialises simultaneous confirmations.
  tx.send('select id from supplier where id = $1 for no key update', [supplierId]);
  tx.send('select app.note_bank_change($1, $2, $3, $4, $5, $6)', [
    supplierId,
    iban,
    bic,
    proposed_by_id,
    source_invoice_id,
    is_alone,
  ]);
  tx.send('update supplier set iban = $2, bic = $3 where id = $1', [supplierId, iban, bic]);
}
