import { ApiRefusal, isPassing, RequestFailed } from '../../../platform/web/failure.ts';
import type { Waiting, WaitingStore } from './waiting.ts';

/**
 * Sends what waits, in order, and each under its key. A refused thing stays with its refusal, and so does what was
 * made later for the same document; without an answer everything waits on. Returns the number of things sent.
 *
 * @param send returns the id of a sent file, and null for a command
 */
export async function sendWaiting(
  store: WaitingStore,
  send: (waiting: Waiting) => Promise<string | null>,
): Promise<number> {
  const held = new Set<string>();
  let sent = 0;
  for (const { key } of await store.all()) {
    // It may have got the id of a file meanwhile, or have been taken back.
    const waiting = (await store.all()).find((one) => one.key === key);
    if (waiting === undefined) continue;
    const document = `${waiting.kind} ${waiting.documentId}`;
    if (waiting.refusal !== null) held.add(document);
    if (held.has(document)) continue;
    try {
      const fileId = await send(waiting);
      if (fileId !== null) await store.nameFile(key, fileId);
    } catch (failure) {
      if (failure instanceof RequestFailed) return sent;
      if (!(failure instanceof ApiRefusal)) throw failure;
      if (isPassing(failure.code)) return sent;
      const { code, field = null, values } = failure;
      await store.refuse(waiting, { code, field, values });
      held.add(document);
      continue;
    }
    await store.remove(key);
    sent += 1;
  }
  return sent;
}
