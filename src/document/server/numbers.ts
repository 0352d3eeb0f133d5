import type { Tx } from '../../platform/server/database.ts';
import type { Abbreviation } from '../number.ts';

/**
 * Takes the next running number of the tenant (NUM-02, NUM-03). Its row lock is the last lock of the transaction,
 * after all checks, so that numbers have neither duplicates nor gaps (NUM-04).
 */
export async function takeNumber(tx: Tx, abbreviation: Abbreviation): Promise<number> {
  const { number } = await tx.one<{ number: number }>(`select ${nextNumber(abbreviation)} as number`);
  return number;
}

/** As `takeNumber` for several numbers, the lowest first. */
export async function takeNumbers(
  tx: Tx,
  abbreviation: Abbreviation,
  count: number,
): Promise<readonly number[]> {
  if (count === 0) return [];
  const rows = await tx.fixed<{ number: number }>(
    `select ${nextNumber(abbreviation)} as number from generate_series(1, $1)`,
    [count],
  );
  return rows.map(({ number }) => number);
}

/** The same as an SQL expression, which shortens the wait of others. */
export function nextNumber(abbreviation: Abbreviation): string {
  if (abbreviation !== 'PO') return `app.next_number('${abbreviation}', 0)`;
  return `app.next_number('PO', coalesce((select value::integer from configuration
    where key = 'initial_order_number' and client_id is null and value ~ '^\\d{1,9}$'), 0))`;
}
