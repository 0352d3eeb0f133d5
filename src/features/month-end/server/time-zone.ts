import type { Tx } from '../../../platform/server/database.ts';

/** The time zone of the tenant (GEN-14). */
export async function timeZoneOf(tx: Tx): Promise<string> {
  return (await tx.one<{ zone: string }>('select app.time_zone() as zone')).zone;
}
