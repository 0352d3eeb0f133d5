import { type Finding, findingsAbout } from './finding.ts';

/** Facts about the bytes of files and their object store (TECH-16). */
export interface FilesFacts {
  readonly hasStore: boolean;
  /** Why the store cannot be used, in a sentence; null if it can. */
  readonly problem: string | null;
  /** Whether the bucket offers Object Lock. */
  readonly hasLock: boolean;
  /** Where files belong. */
  readonly place: 'store' | 'database';
  /** Whether bytes of files are in a store. */
  readonly hasStored: boolean;
  /** Files in the database that could be in the store, counted up to 10,000. */
  readonly waiting: number;
  readonly oldestWaitingSeconds: number;
}

const { ok, warning, wrong } = findingsAbout('files');

/** The worker moves files every minute. */
const longestWait = 3600;

/** Judges where files are kept. */
export function judgeFiles(facts: FilesFacts): Finding[] {
  const { hasStore, problem, hasStored, place } = facts;
  if (!hasStore && hasStored)
    return [
      wrong(
        'Files are in an object store, but FILES_URL is not set: they cannot be read.',
        'Set FILES_URL on every node, as it was when the files were moved.',
      ),
    ];
  if (!hasStore) return [ok('Files are in the database.')];
  if (problem !== null)
    return [
      wrong(
        `The object store cannot be used. ${problem}`,
        'See "Files in an object store" in docs/operations.md.',
      ),
    ];
  if (place === 'database') return [ok('The object store answers; files belong in the database.')];
  return [...aboutLock(facts), ...aboutWaiting(facts)];
}

function aboutLock({ hasLock }: FilesFacts): Finding[] {
  if (hasLock) return [ok('The object store answers and locks files until their retention ends.')];
  return [
    warning(
      'The object store answers, but its bucket has no Object Lock: whoever has its key can delete files.',
      'Create the bucket with Object Lock, if the store offers it.',
    ),
  ];
}

function aboutWaiting({ waiting, oldestWaitingSeconds }: FilesFacts): Finding[] {
  if (oldestWaitingSeconds < longestWait) return [];
  return [
    warning(
      `${waiting} files wait in the database for the object store, the oldest since ${Math.round(oldestWaitingSeconds / 3600)} hours.`,
      'After the first start with FILES_URL this is normal; npm run files -- --to store moves them now. Otherwise see the log of the worker.',
    ),
  ];
}
