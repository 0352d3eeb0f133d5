import { displayValue, segmentsOf } from './display-value.ts';
import { notInTable, writeFailed } from './errors.ts';
import type { DynamicsCompany, DynamicsState } from './state.ts';

/**
 * Throws for an unknown vendor display value: an unescaped delimiter splits it, and the part before the delimiter is
 * another account.
 */
export function checkVendor(
  state: DynamicsState,
  company: DynamicsCompany,
  entity: string,
  value: string,
): void {
  const segments = segmentsOf(value, state.setup.delimiter);
  if (segments.length !== 1 || !knows(company.vendors, segments[0] ?? ''))
    throw notInTable(entity, value, 'AccountDisplayValue', 'Vendors');
}

/** Throws for a ledger account with a wrong number of segments, an unknown segment or a forbidden combination. */
export function checkLedgerAccount(
  state: DynamicsState,
  company: DynamicsCompany,
  entity: string,
  value: string,
): void {
  const { delimiter, ledgerDimensions } = state.setup;
  const segments = segmentsOf(value, delimiter);
  if (segments.length !== ledgerDimensions.length)
    throw writeFailed(
      entity,
      `Error: The ledger account '${value}' must have ${ledgerDimensions.length} segments: ${ledgerDimensions.join(delimiter)}`,
    );
  const account = segments[0] ?? '';
  if (!knows(company.mainAccounts, account))
    throw notInTable(entity, account, 'AccountDisplayValue', 'Main accounts');
  const named = Object.fromEntries(ledgerDimensions.map((name, index) => [name, segments[index]]));
  const isForbidden = company.forbidden.some((combination) =>
    Object.entries(combination).every(([name, segment]) => named[name] === segment),
  );
  if (isForbidden)
    throw writeFailed(entity, `Error: The combination '${value}' is not valid for the account structure`);
}

/** Throws for a default dimension whose number of segments differs from the number of dimensions. */
export function checkDefaultDimensions(state: DynamicsState, entity: string, value: string): void {
  const { delimiter, defaultDimensions } = state.setup;
  if (value === '' || segmentsOf(value, delimiter).length === defaultDimensions.length) return;
  throw writeFailed(
    entity,
    `Error: The dimensions '${value}' must have ${defaultDimensions.length} segments: ${defaultDimensions.join(delimiter)}`,
  );
}

/** The display value of named segments in the order of the product; unknown names are skipped. */
export function combined(
  order: readonly string[],
  delimiter: string,
  values: ReadonlyMap<string, string>,
): string {
  return displayValue(
    order.map((name) => values.get(name) ?? ''),
    delimiter,
  );
}

export function knows(known: ReadonlySet<string> | 'all', value: string): boolean {
  return value !== '' && (known === 'all' || known.has(value));
}
