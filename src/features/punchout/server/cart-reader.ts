import { createHash } from 'node:crypto';
import { plainAnswerBytes, ReaderEnded } from '../../../platform/server/reading-cell/cell-limits.ts';
import { inCell } from '../../../platform/server/reading-cell/reading-cell.ts';
import type { ReadReturn, ReadTask } from './read-return.ts';

/** Reads for the tenant whose visit it is. What ends its reader is a cart that is too large. */
export type CartReader = (tenantId: number, task: ReadTask) => Promise<ReadReturn>;

/** The largest cart takes a second or two, more on a busy machine; one that takes longer was made to. */
const limits = { seconds: 60, answerBytes: 2 * plainAnswerBytes };

/** Reads what shops send back, in the reading cell (TECH-20), so that others are answered meanwhile (API-44). */
export function cartReader(): CartReader {
  const run = inCell<ReadTask, ReadReturn>(new URL('./read-in-cell.ts', import.meta.url), 'others', limits);
  return async (tenantId, task) =>
    await run(tenantId, task, task.body.length / 1024).catch((error: unknown): ReadReturn => {
      if (!(error instanceof ReaderEnded)) throw error;
      const key = new Uint8Array(createHash('sha256').update(task.body).digest());
      return { reading: { ok: false, reason: 'too_large' }, key, shown: '' };
    });
}
