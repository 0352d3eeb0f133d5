import type { Tx } from '../../platform/server/database.ts';

/**
 * Waits until nobody else writes many rows into this table of the tenant, until the transaction ends (SHEET-21): what is
 * there is compared with what is to come. After five seconds it fails with `lock_timeout`.
 */
export async function takeBulkTurn(tx: Tx, table: string): Promise<void> {
  await tx.as('writer').fixed('select app.take_bulk_turn($1)', [table]);
}

/** Whether something failed because another one would not give the turn, or a row, free in time. */
export function isTurnOfAnother(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}
