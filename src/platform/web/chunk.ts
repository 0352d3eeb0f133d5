import { chunkLoadTimeoutMs } from '../constants.ts';
import { loadAllTexts } from './i18n.ts';

/** A chunk could not be loaded, usually because a newer version was installed meanwhile (NAV-23). */
export class ChunkFailed extends Error {
  constructor(cause: unknown) {
    super('chunk failed', { cause });
    this.name = 'ChunkFailed';
  }
}

/** Loads a chunk and its texts; gives up after two minutes. */
export function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  return inTime(async () => {
    const [chunk] = await Promise.all([load(), loadAllTexts()]);
    return chunk;
  });
}

/** The same for a chunk that needs only the texts of the first pages. */
export function loadFirstChunk<T>(load: () => Promise<T>): Promise<T> {
  return inTime(load);
}

async function inTime<T>(load: () => Promise<T>): Promise<T> {
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
