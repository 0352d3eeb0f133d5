import type { Tx } from '../../platform/server/database.ts';
import type { ContractAbove } from '../under-contract.ts';

const monthsOf = (usage: string) =>
  `case ${usage} when 'monthly' then 1 when 'quarterly' then 3 when 'semiannually' then 6 when 'yearly' then 12 end`;

/** Whether the contract `k` is signed (CON-39). */
export const isSigned = `exists (select from timeline_entry e
  where e.contract_id = k.id and e.type = 'contract-signing' and e.status = 'approved')`;

const selectAbove = `select k.contract_number_formatted as number, k.currency, k.exchange_rate, k.start_date, k.end_date, k.supplier_id, k.client_id,
    k.amends_id is null and k.status <> 'inactive' and (k.status <> 'cancelled' or k.terminated_on is not null)
      and (k.status in ('active', 'completed', 'expired') or ${isSigned}) as is_in_force,
    (select case when count(*) = count(l.months) then round(sum(l.total * max.months / l.months), 2) end
     from (select total, ${monthsOf('coalesce(usage_type, k.usage_type)')} as months from contract_line where contract_id = k.id) l,
       (select max(${monthsOf('coalesce(usage_type, k.usage_type)')}) as months from contract_line where contract_id = k.id) max) as agreed
  from contract k where k.id = $1`;

/** The contract of an order or invoice; null without one (CON-40). Runs as writer. */
export async function loadContractAbove(tx: Tx, contractId: number | null): Promise<ContractAbove | null> {
  if (contractId === null) return null;
  return (await tx.maybeOne<ContractAbove>(selectAbove, [contractId])) ?? null;
}
