import pg from 'pg';
import { Refused } from '../../base/refusal.ts';
import { isAboutTheServer } from '../../platform/server/database/refusals.ts';
import { NotYet } from '../../platform/server/jobs/jobs.ts';
import type { Kind } from '../kind.ts';

/** A document that a job could not work on. */
export interface LeftOut {
  readonly kind: string;
  readonly id: number;
  readonly error: unknown;
}

/** The documents named in the log. */
const maxNamed = 20;

/** Ends a job that left out documents: the log names them, and operators see the code of the first one. */
export class DocumentsLeftOut extends Error {
  /** The code of a refusal or of the database; undefined for any other error. */
  readonly code: string | undefined;

  constructor(leftOut: readonly LeftOut[]) {
    const named = leftOut.slice(0, maxNamed).map(({ kind, id }) => `${kind} ${id}`);
    const [first] = leftOut;
    super(`left out ${leftOut.length} documents: ${named.join(', ')}`, { cause: first?.error });
    this.code = codeOf(first?.error);
  }
}

/**
 * Does the work of a job on each document, so that a locked or failing one does not stop the others. Throws only what is
 * about the server, such as a lost connection.
 *
 * @param work does the work on one document in a transaction of its own
 * @returns the documents left out, to be passed to `reportLeftOut` at the end of the job
 */
export async function eachDocument(
  { name }: Pick<Kind, 'name'>,
  ids: readonly number[],
  work: (id: number) => Promise<void>,
): Promise<readonly LeftOut[]> {
  const leftOut: LeftOut[] = [];
  for (const id of ids) {
    try {
      await work(id);
    } catch (error) {
      if (isAboutTheServer(error)) throw error;
      leftOut.push({ kind: name, id, error });
    }
  }
  return leftOut;
}

/** Throws `DocumentsLeftOut` for failures and `NotYet` for documents that are only being worked on. */
export function reportLeftOut(leftOut: readonly LeftOut[]): void {
  if (leftOut.length === 0) return;
  const failed = leftOut.filter(({ error }) => !isBusy(error));
  if (failed.length > 0) throw new DocumentsLeftOut(failed);
  throw new NotYet(`${leftOut.length} documents are being worked on`);
}

function isBusy(error: unknown): boolean {
  return error instanceof Refused && error.refusal.code === 'timeline_locked';
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof Refused) return error.refusal.code;
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
