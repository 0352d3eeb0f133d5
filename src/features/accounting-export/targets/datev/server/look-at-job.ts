import { Refused } from '../../../../../base/refusal.ts';
import { arrived, type Found, missing, unknown } from '../../../reconciling/found.ts';
import type { LookedTransfer, SendingEntry } from '../../../server/online/transport.ts';
import { invoiceEnds, isUnderWay, jobStates } from '../job-outcome.ts';
import { type DatevApi, DatevRefused } from './datev-api.ts';
import { protocolOf, statusOf } from './job.ts';

/**
 * DATEV's state of the invoices of a job (EXP-29): whether it has accepted them. The later bookings appear only in
 * the adviser's file. A job that DATEV no longer knows gives no information.
 */
export async function lookAtJob(
  api: DatevApi,
  { reference }: LookedTransfer,
  entries: readonly SendingEntry[],
): Promise<ReadonlyMap<number, Found>> {
  const ofAll = (found: Found) => new Map(entries.map(({ id }) => [id, found]));
  if (reference === null) return ofAll(unknown);
  try {
    const status = await statusOf(api, reference);
    if (status === null || isUnderWay(status)) return ofAll(unknown);
    if (status === jobStates.cancelled) return ofAll(missing);
    const ids = entries.map(({ id }) => id);
    const ends = invoiceEnds(status, await protocolOf(api, reference), ids);
    return new Map(ids.map((id) => [id, foundBy(ends.get(id)?.state)]));
  } catch (error) {
    throw error instanceof DatevRefused ? new Refused(error.refusal) : error;
  }
}

function foundBy(end: 'exported' | 'failed' | 'uncertain' | undefined): Found {
  if (end === 'exported') return arrived;
  return end === 'failed' ? { ...missing, isRefused: true } : unknown;
}
