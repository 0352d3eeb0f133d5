import { type Refusal, refuse } from '../../../base/refusal.ts';
import type { Rated } from '../../../document/currency.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { isModuleOn } from '../../../platform/server/modules.ts';
import { agreedPrice, type ContractPrice } from '../contract-draft.ts';
import type { LinePrice, ProcurementFields } from '../model.ts';
import type { SaveInput } from './input.ts';

/** Refuses orders from contracts that are not active and visible (PROC-25), or without the module (GEN-10). */
export async function contractRefusal(tx: Tx, contractId: number): Promise<Refusal | null> {
  if (!(await isModuleOn(tx, 'contract'))) return refuse('module_off', { field: 'contract' });
  const active = await tx.maybeOne("select id from contract where id = $1 and status = 'active'", [
    contractId,
  ]);
  return active ? null : refuse('foreign_key_violation', { field: 'head.contract_id' });
}

/**
 * The prices of contract lines by id, in the currency of the order (PRICE-07). Runs as writer, so that people without
 * `user-price` get lines with prices (ROLE-07). The company's tax rate is the default. Without a rate, lines in another
 * currency have no price.
 */
export async function agreedPrices(
  tx: Tx,
  { contract_id: contractId, currency, exchange_rate: rate }: Pick<ProcurementFields, 'contract_id'> & Rated,
  lines: readonly NonNullable<SaveInput['lines']>[number][],
  decimals: number,
): Promise<ReadonlyMap<number, LinePrice>> {
  const ids = lines.map((line) => line.contract_line_id).filter((id) => typeof id === 'number');
  if (contractId === null || ids.length === 0) return new Map();
  const rows = await tx.fixed<ContractPrice & { id: number }>(
    `select l.id, l.quantity, n.total, coalesce(l.tax, c.default_product_tax) as tax
     from contract_line l
     join contract k on k.tenant_id = l.tenant_id and k.id = l.contract_id
     left join client c on c.tenant_id = k.tenant_id and c.id = k.client_id
     cross join lateral (
       select app.in_currency(l.total, k.currency, app.known_rate(k.tenant_id, k.client_id, k.currency, k.exchange_rate), $3,
         coalesce($4::numeric, case when $3 = c.currency then 1 end)) as total) n
     where l.contract_id = $1 and l.id = any ($2) and n.total is not null`,
    [contractId, ids, currency, rate],
  );
  return new Map(rows.map((row) => [row.id, agreedPrice(row, decimals)]));
}
