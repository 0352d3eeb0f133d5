import type { Tx } from '../../platform/server/database.ts';

/**
 * Waits until no other transaction writes many rows into this table of the tenant, and blocks others until the end
 * (SHEET-21): stored rows are compared with the new ones. Fails with `lock_timeout` after five seconds.
 */
export async function takeBulkTurn(tx: Tx, table: string): Promise<void> {
  await tx.as('writer').fixed('select app.take_bulk_turn($1)', [table]);
}

/** Whether another transaction did not release the turn, or a row, in time. */
export function isTurnOfAnother(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}
