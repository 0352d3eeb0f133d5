import { chunkLoadTimeoutMs } from '../constants.ts';

/** A part of the program could not be loaded, mostly because a newer version was installed meanwhile (NAV-23). */
export class ChunkFailed extends Error {
  constructor(cause: unknown) {
    super('chunk failed', { cause });
    this.name = 'ChunkFailed';
  }
}

/** Loads a part of the program; gives up after two minutes. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ChunkFailed('timeout')), chunkLoadTimeoutMs);
  try {
    return await Promise.race([load(), tooLate]);
  } catch (cause) {
    throw cause instanceof ChunkFailed ? cause : new ChunkFailed(cause);
  } finally {
    clearTimeout(timer);
  }
}
