import { Refused } from '../../../base/refusal.ts';
import { inThreads } from '../../../platform/server/threads/threads.ts';
import type { DocumentSigner, DocumentSigns } from '../document-signs.ts';

/** Looking takes no longer; a person looks then. */
const seconds = 60;

/** Looks at files in a thread of its own. What it does not get through in time and memory counts as unread. */
export function documentSigner(): DocumentSigner {
  const run = inThreads<readonly Uint8Array[], readonly DocumentSigns[]>(
    new URL('./signs-thread.ts', import.meta.url),
    seconds,
  );
  return async (files) => {
    try {
      return await run(files);
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      return files.map(() => ({ sign: 'unread', isEInvoice: false, number: null, names: [] }));
    }
  };
}

function isTooMuch(error: unknown): boolean {
  if (error instanceof Refused) return error.refusal.code === 'limit_exceeded';
  return (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}
