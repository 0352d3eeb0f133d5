/**
 * Whether a process of the product can do its work (TECH-22): one list of checks for `/api/health`, the metrics and
 * the doctor.
 *
 * @see docs/topics/waits-and-health.md
 */

/** The state of a process and of its database. */
export interface ReadinessFacts {
  /** The process is shutting down and accepts no new work. */
  readonly isDraining: boolean;
  /** Null if the database did not answer in time. */
  readonly database: DatabaseState | null;
  /** Free bytes on the data disk, if known. */
  readonly freeBytes: number | null;
  /** The database recently reported a full disk. */
  readonly lacksRoom: boolean;
}

export interface DatabaseState {
  /** How long the oldest due work has waited. */
  readonly oldestDueSeconds: number;
  readonly oldestUnsealedSeconds: number;
  /** How long a worker has been running; work that waited before then is not late yet. */
  readonly workingSeconds: number;
  /** How far the clock of the database is ahead of ours. */
  readonly clockAheadSeconds: number;
}

/** Time limit for an answer of the database, in milliseconds. */
export const longestDatabaseAnswer = 2_000;
/** Due work counts as late after waiting this many seconds. */
export const lateAfterSeconds = 300;
/** Below this much free space the disk of the database is about to be full. */
export const tooFewBytes = 256 * 1024 * 1024;
/**
 * Tolerated clock difference between two machines, in seconds; beyond it, signed heads and tokens from the future are
 * refused.
 */
const maxClockSeconds = 5;

export const isLate = (waitedSeconds: number, workingSeconds: number): boolean =>
  Math.min(waitedSeconds, workingSeconds) > lateAfterSeconds;

export const isClockOff = (aheadSeconds: number): boolean => Math.abs(aheadSeconds) > maxClockSeconds;

/** One check per reason for not being ready; true means the reason applies. */
const readinessChecks = {
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

/** The reasons why the process is not ready; empty if it is ready. */
export function reasonsAgainst(facts: ReadinessFacts): readonly UnreadyReason[] {
  return unreadyReasons.filter((reason) => readinessChecks[reason](facts));
}
