import { plainAnswerBytes, ReaderEnded } from '../../../../platform/server/reading-cell/cell-limits.ts';
import { inCell } from '../../../../platform/server/reading-cell/reading-cell.ts';
import { type MadeParts, NoParts, type PartsFailure, type PartsTask } from '../../page-parts.ts';

/** Time limit; a stack of ten megabytes takes a second or two, more on a busy machine. */
const seconds = 30;
/** The parts together have about the size of their sources. */
const answerBytes = 4 * plainAnswerBytes;

/** Errors lose their class at the boundary of the cell, so failures are returned. */
export type PartsAnswer =
  | { readonly made: MadeParts }
  | { readonly failure: PartsFailure; readonly file: number | null };

const run = inCell<PartsTask, PartsAnswer>(new URL('./parts-in-cell.ts', import.meta.url), 'others', {
  seconds,
  answerBytes,
});

/**
 * Makes a PDF of each part in the reading cell (TECH-20). Throws `NoParts`, and `RefusedForNow` while too many tasks
 * wait.
 */
export async function partsInCell(tenantId: number, task: PartsTask): Promise<MadeParts> {
  const answer = await run(tenantId, task).catch((error: unknown) => ({
    failure: failureOf(error),
    file: null,
  }));
  if ('failure' in answer) throw new NoParts(answer.failure, answer.file);
  return answer.made;
}

/** However the reader ended, the pages stay unchanged. */
function failureOf(error: unknown): PartsFailure {
  if (!(error instanceof ReaderEnded)) throw error;
  return error.reason === 'too_slow' ? 'too_slow' : 'not_safe';
}
