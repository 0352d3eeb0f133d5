import type { Day } from '../../base/day.ts';
import { type Amount, compareAmounts, minus, round, times } from '../../base/money.ts';
import { inCurrencyOf, type Rated } from '../../document/currency.ts';
import type { Doubt } from '../../document/outcome.ts';

/** A contract, as what is ordered or invoiced under it is held against it. */
export interface ContractAbove extends Rated {
  readonly number: string | null;
  /** Somebody has signed it, and nobody has put it to rest or discarded it. */
  readonly is_in_force: boolean;
  readonly start_date: Day | null;
  readonly end_date: Day | null;
  readonly supplier_id: number | null;
  readonly client_id: number | null;
  /** Net, for its longest interval, in its own currency; null where something is billed by what is used (CON-27). */
  readonly agreed: Amount | null;
}

/** An order or an invoice under a contract. */
export interface UnderContract {
  readonly day: Day;
  readonly supplierIds: readonly number[];
  readonly clientId: number | null;
}

/**
 * What is in doubt of an order or an invoice under a contract (CON-40): the contract does not hold on its day, or is with another
 * supplier or of another company. An approver decides.
 */
export function contractDoubtsOf(
  contract: ContractAbove,
  { day, supplierIds, clientId }: UnderContract,
): readonly Doubt[] {
  const { number, start_date, end_date } = contract;
  const holds =
    contract.is_in_force &&
    (start_date === null || start_date <= day) &&
    (end_date === null || end_date >= day);
  const isOtherSupplier = supplierIds.some((id) => id !== contract.supplier_id);
  const isOtherCompany = clientId !== null && clientId !== contract.client_id;
  const values = { contract: number };
  return [
    ...(holds ? [] : [{ code: 'contract_not_in_force' as const, values }]),
    ...(isOtherSupplier ? [{ code: 'contract_other_supplier' as const, values }] : []),
    ...(isOtherCompany ? [{ code: 'contract_other_company' as const, values }] : []),
  ];
}

/**
 * An order alone that costs more than its contract agrees on for its longest interval (CON-40), net: compared in the currency of the
 * contract, so that rates of different days are no excess, and told in that of the company.
 */
export function orderValueDoubts(
  { agreed, number, ...contract }: ContractAbove,
  order: Rated & { readonly total_netto: Amount },
): readonly Doubt[] {
  if (agreed === null) return [];
  const net = inCurrencyOf(order.total_netto, order, contract);
  if (compareAmounts(net, agreed) <= 0) return [];
  const amount = round(times(minus(net, agreed), contract.exchange_rate ?? '1'), 2);
  return [{ code: 'order_exceeds_contract', values: { contract: number }, amounts: { amount } }];
}
