/** The module of contracts, under which orders and invoices stand (DASH-09). */
export const aboveModule = 'contract';

/** The query of what the contract `$above` counts in budgets. */
export const aboveQuery = 'above: contract_by_pk(id: $above) { counted_amounts }';

/** SQL of what the orders and invoices of a contract count in budgets, net in company currency. */
export function countedUnder(sql: { readonly id: string; readonly isDecided: string }): string {
  return `app.counted_under(${sql.id}, null, ${sql.isDecided})`;
}

/**
 * SQL of the amounts that a contract counts in budgets, without one request, as JSON; empty without a contract.
 *
 * @param isDecided whether waiting requests take nothing off
 */
export function restsAbove(sql: {
  readonly id: string;
  readonly except: string;
  readonly isDecided: string;
}): string {
  return `(select coalesce(json_agg(json_build_object('cost_center_id', r.cost_center_id,
      'ledger_account_id', r.ledger_account_id, 'net', r.net::text, 'day', r.day)), '[]')
    from app.contract_rests(null, ${sql.id}, ${sql.except}, ${sql.isDecided}) r where ${sql.id}::bigint is not null)`;
}
