import { createHash } from 'node:crypto';
import { plainAnswerBytes, ReaderEnded } from '../../../platform/server/reading-cell/cell-limits.ts';
import { inCell } from '../../../platform/server/reading-cell/reading-cell.ts';
import type { ReadReturn, ReadTask } from './read-return.ts';

/** Reads a return for the tenant of the visit. An ended reader means that the cart is too large. */
export type CartReader = (tenantId: number, task: ReadTask) => Promise<ReadReturn>;

/** The largest cart takes seconds, even on a busy machine; slower ones are malicious. */
const limits = { seconds: 60, answerBytes: 2 * plainAnswerBytes };

/** Reads shop returns in the reading cell (TECH-20), so that other requests continue (API-44). */
export function cartReader(): CartReader {
  const run = inCell<ReadTask, ReadReturn>(new URL('./read-in-cell.ts', import.meta.url), 'others', limits);
  return async (tenantId, task) =>
    await run(tenantId, task, task.body.length / 1024).catch((error: unknown): ReadReturn => {
      if (!(error instanceof ReaderEnded)) throw error;
      const key = new Uint8Array(createHash('sha256').update(task.body).digest());
      return { reading: { ok: false, reason: 'too_large' }, key, shown: '' };
    });
}
