import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';

/** An account with who named it; null where a machine read it. */
export interface BankData {
  readonly iban: string | null;
  readonly bic: string | null;
  readonly proposed_by_id: number | null;
  readonly source_invoice_id: number | null;
}

/**
 * Makes an account the supplier's that was confirmed elsewhere, and writes it into his history; what waited of the same
 * account is settled by it (INV-21). Runs as writer.
 */
export async function writeBankData(
  tx: Tx,
  { tenantId, userId }: Pick<Context, 'tenantId' | 'userId'>,
  supplierId: number,
  { iban, bic, proposed_by_id, source_invoice_id }: BankData,
): Promise<void> {
  // Those who confirm at the same time take turns.
  const former = await tx.one<{ iban: string | null; bic: string | null }>(
    'select iban, bic from supplier where id = $1 for no key update',
    [supplierId],
  );
  await tx.fixed(
    `update supplier_bank_change set state = 'replaced', decided_by_id = $2, decided_at = now()
     where supplier_id = $1 and state = 'pending' and iban is not distinct from $3`,
    [supplierId, userId, iban],
  );
  await tx.fixed(
    `insert into supplier_bank_change (tenant_id, supplier_id, iban, bic, former_iban, former_bic, state, proposed_by_id,
       decided_by_id, decided_at, source_invoice_id)
     values ($1, $2, $3, $4, $5, $6, 'confirmed', $7, $8, now(), $9)`,
    [tenantId, supplierId, iban, bic, former.iban, former.bic, proposed_by_id, userId, source_invoice_id],
  );
  await tx.fixed('update supplier set iban = $2, bic = $3 where id = $1', [supplierId, iban, bic]);
}
