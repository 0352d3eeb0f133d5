import type { Tx } from '../../../platform/server/database.ts';
import type { ContractAbove } from '../under.ts';
import { isInForce } from './store.ts';

const select = `select k.contract_number_formatted as number, k.start_date, k.end_date, k.supplier_id, k.client_id, k.usage_type,
    k.amends_id is null and k.status <> 'inactive'
      and (${isInForce} or k.status = 'expired' or k.status = 'cancelled' and k.terminated_on is not null) as is_in_force,
    (select coalesce(json_agg(json_build_object('total', l.total::text, 'usage_type', l.usage_type)), '[]')
     from contract_line l where l.contract_id = k.id) as lines
  from contract k where k.id = $1`;

/** The contract under which something is ordered or invoiced; null where it names none (CON-40). Runs as writer. */
export async function loadContractAbove(tx: Tx, contractId: number | null): Promise<ContractAbove | null> {
  if (contractId === null) return null;
  return (await tx.maybeOne<ContractAbove>(select, [contractId])) ?? null;
}
