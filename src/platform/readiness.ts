/**
 * Whether a process of the product can do its work (TECH-22): one list of checks, asked by `/api/health`, the figures and the doctor.
 *
 * @see docs/topics/waits-and-health.md
 */

/** What a process knows of itself and of its database. */
export interface ReadinessFacts {
  /** It is about to end, and takes nothing new. */
  readonly isDraining: boolean;
  /** Null where the database did not answer in time. */
  readonly database: DatabaseState | null;
  /** Of the disk of the data, where it is known. */
  readonly freeBytes: number | null;
  /** The database said lately that its disk is full. */
  readonly lacksRoom: boolean;
}

export interface DatabaseState {
  /** How long the oldest work that is due waits. */
  readonly oldestDueSeconds: number;
  readonly oldestUnsealedSeconds: number;
  /** For how long there has been somebody to do it: what waited since before is not late yet. */
  readonly workingSeconds: number;
  /** By how much the clock of the database is ahead of ours. */
  readonly clockAheadSeconds: number;
}

/** The database answers within so many milliseconds. */
export const longestDatabaseAnswer = 2_000;
/** What is due is late when nobody took it for so many seconds. */
export const lateAfterSeconds = 300;
/** With less on its disk the database is about to be full. */
export const tooFewBytes = 256 * 1024 * 1024;
/** A signed head or a token from the future is refused; so many seconds are normal between two machines. */
export const mostClockSeconds = 5;

export const isLate = (waitedSeconds: number, workingSeconds: number): boolean =>
  Math.min(waitedSeconds, workingSeconds) > lateAfterSeconds;

export const isClockOff = (aheadSeconds: number): boolean => Math.abs(aheadSeconds) > mostClockSeconds;

/** Why a process is not ready, by what is to be said; each asks whether it holds. */
export const readinessChecks = {
  draining: ({ isDraining }) => isDraining,
  database: ({ database }) => database === null,
  queue: ({ database }) => database !== null && isLate(database.oldestDueSeconds, database.workingSeconds),
  audit: ({ database }) =>
    database !== null && isLate(database.oldestUnsealedSeconds, database.workingSeconds),
  clock: ({ database }) => database !== null && isClockOff(database.clockAheadSeconds),
  disk: ({ freeBytes, lacksRoom }) => lacksRoom || (freeBytes !== null && freeBytes < tooFewBytes),
} as const satisfies Record<string, (facts: ReadinessFacts) => boolean>;

export type UnreadyReason = keyof typeof readinessChecks;

export const unreadyReasons = Object.keys(readinessChecks) as readonly UnreadyReason[];

/** Why the process is not ready; none where it is. */
export function reasonsAgainst(facts: ReadinessFacts): readonly UnreadyReason[] {
  return unreadyReasons.filter((reason) => readinessChecks[reason](facts));
}
