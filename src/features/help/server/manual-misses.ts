import type { Tx } from '../../../platform/server/database.ts';
import type { ManualMiss } from '../manual-miss.ts';

/** Kept per tenant; the oldest go. */
const maxMisses = 500;

/** Counts a search that found nothing (ONB-10). `tx` acts as `writer`. */
export async function noteMiss(tx: Tx, text: string): Promise<void> {
  await tx.query(
    `insert into manual_miss (tenant_id, text) values (app.tenant_id(), lower($1))
     on conflict (tenant_id, text) do update set times = manual_miss.times + 1, last_at = clock_timestamp()`,
    [text],
  );
  await tx.query(
    'delete from manual_miss where text in (select text from manual_miss order by last_at desc offset $1)',
    [maxMisses],
  );
}

/** The searches that found nothing, the most frequent first. `tx` acts as `writer`. */
export async function readMisses(tx: Tx): Promise<readonly ManualMiss[]> {
  return await tx.fixed<ManualMiss>(
    'select text, times, last_at from manual_miss order by times desc, last_at desc, text limit 100',
  );
}
