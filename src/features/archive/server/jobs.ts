import type { Database } from '../../../platform/server/database.ts';
import type { Log } from '../../../platform/server/log.ts';
import { packArchive } from './pack.ts';
import { takeStock } from './stock.ts';
import { ArchiveFailure, breakDown, fail, LeaseLost, leave, takeWork, type Work } from './work.ts';

/** Duration of a run in milliseconds; limited so that other jobs get their turn. The next minute continues. */
const longestTurn = 50_000;

export interface ArchiveParts {
  readonly database: Database;
  readonly log: Log;
  /** Whether the run is over after these milliseconds. */
  readonly isOver?: (milliseconds: number) => boolean;
}

/**
 * Worker job of every minute and after every request, outside of any tenant: archives of archived tenants, which
 * cannot be entered, are made too (OP-03). It may be killed at any time and run in parallel.
 */
export async function workOffArchives(parts: ArchiveParts): Promise<void> {
  const { database, isOver = (milliseconds) => milliseconds > longestTurn } = parts;
  const begun = performance.now();
  const isTurnOver = (): boolean => isOver(performance.now() - begun);
  for (;;) {
    const work = await takeWork(database);
    if (!work) return;
    const outcome = await workOff(parts, work, isTurnOver);
    if (outcome === 'to be continued') return;
  }
}

async function workOff(
  { database, log }: ArchiveParts,
  work: Work,
  isOver: () => boolean,
): Promise<'done' | 'to be continued'> {
  try {
    if (work.state === 'waiting') await takeStock(database, work);
    const outcome = await packArchive(database, work, isOver);
    if (outcome === 'to be continued') await leave(database, work);
    return outcome;
  } catch (error) {
    if (error instanceof LeaseLost) return 'done';
    if (!(error instanceof ArchiveFailure)) {
      await breakDown(database, work);
      throw error;
    }
    log.error({ archive: work.id, tenant: work.tenantId, problem: error.problem }, 'an archive failed');
    await fail(database, work, error.problem);
    return 'done';
  }
}
