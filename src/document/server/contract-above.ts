import type { Tx } from '../../platform/server/database.ts';
import type { Spending } from '../agreed.ts';
import type { ContractAbove } from '../under-contract.ts';

/** Whether the contract `k` is signed (CON-39). */
export const isSigned = `exists (select from timeline_entry e
  where e.contract_id = k.id and e.type = 'contract-signing' and e.status = 'approved')`;

const selectAbove = `select k.contract_number_formatted as number, k.currency, k.exchange_rate, k.start_date, k.end_date, k.supplier_id, k.client_id,
    (select c.currency from client c where c.tenant_id = k.tenant_id and c.id = k.client_id) as company_currency,
    k.amends_id is null and k.status <> 'inactive' and (k.status <> 'cancelled' or k.terminated_on is not null)
      and (k.status in ('active', 'completed', 'expired') or ${isSigned}) as is_in_force, k.usage_type,
    (select coalesce(json_agg(json_build_object('total', l.total::text, 'usage_type', l.usage_type)), '[]')
     from contract_line l where l.contract_id = k.id) as lines
  from contract k where k.id = $1`;

/** The contract of an order or invoice; null without one (CON-40). Runs as writer. */
export async function loadContractAbove(tx: Tx, contractId: number | null): Promise<ContractAbove | null> {
  if (contractId === null) return null;
  return (await tx.maybeOne<ContractAbove>(selectAbove, [contractId])) ?? null;
}

/** Longer than any interval. */
const recently = `now() - interval '13 months'`;

const selectOrders = `select (coalesce(p.submitted_at, p.created_at) at time zone app.time_zone())::date as day, n.net
  from procurement p join contract k on k.tenant_id = p.tenant_id and k.id = p.contract_id
  cross join lateral (select app.in_currency(p.total_netto, p.currency,
      app.known_rate(p.tenant_id, p.client_id, p.currency, p.exchange_rate), k.currency,
      app.known_rate(k.tenant_id, k.client_id, k.currency, k.exchange_rate)) as net) n
  where n.net is not null and p.contract_id = $1 and p.id <> $2 and app.counts_in_budgets('procurement', p.status)
    and coalesce(p.submitted_at, p.created_at) > ${recently}`;

/** Other recent orders under the contract of a request, in its currency where it is known (CON-40). Runs as writer. */
export async function loadOrdersBeside(
  tx: Tx,
  contractId: number | null,
  exceptId: number,
): Promise<readonly Spending[]> {
  return contractId === null ? [] : await tx.fixed<Spending>(selectOrders, [contractId, exceptId]);
}
