import { type MadeParts, NoParts, type PartsTask } from '../../page-parts.ts';
import { makeParts } from './make-parts.ts';
import type { PartsAnswer } from './parts-maker.ts';

/** Runs in the reading cell. */
export default async function run(task: PartsTask): Promise<PartsAnswer> {
  try {
    const made: MadeParts = await makeParts(task);
    return { made };
  } catch (error) {
    if (error instanceof NoParts) return { failure: error.failure, file: error.file };
    throw error;
  }
}
