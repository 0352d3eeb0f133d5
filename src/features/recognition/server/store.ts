import type { Tx } from '../../../platform/server/database.ts';
import type { KnownParties } from '../reading.ts';

/** The tenant's own companies, whose data is never the seller's (REC-05). */
export async function ownCompanies(tx: Tx): Promise<KnownParties['own']> {
  return await tx.fixed<KnownParties['own'][number]>(
    'select name, billing_name as "billingName", vat_number as "vatId" from client where active order by id limit 1000',
  );
}
