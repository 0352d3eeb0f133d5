import { createHash } from 'node:crypto';
import type { Tx } from '../database.ts';
import { ReaderEnded } from './cell-limits.ts';

/**
 * Records that a document is being read, and returns whether it may be (TECH-20): not if it has ended its reader
 * twice, or was begun ten times by nodes that ended meanwhile. Commit before reading; runs as writer of the tenant,
 * or as `gate` if the tenant is unknown.
 *
 * @param way what reads it, such as `mail`: reads are retried until they succeed
 * @param name identifies the document among all that are read this way
 */
export async function beginReading(tx: Tx, way: string, name: string | number): Promise<boolean> {
  const { may } = await tx.one<{ may: boolean }>('select app.begin_reading($1) as may', [keyOf(way, name)]);
  return may;
}

/** Records that the reader has answered, even with an error. */
export async function readerAnswered(tx: Tx, way: string, name: string | number): Promise<void> {
  await tx.query('select app.end_reading($1)', [keyOf(way, name)]);
}

/**
 * Reads, and records if the reader ended without an answer.
 *
 * @param inTransaction runs its argument as `beginReading` was run
 */
export async function countingEnds<T>(
  inTransaction: (run: (tx: Tx) => Promise<unknown>) => Promise<unknown>,
  way: string,
  name: string | number,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ReaderEnded)
      await inTransaction((tx) => tx.query('select app.reader_ended($1)', [keyOf(way, name)]));
    throw error;
  }
}

function keyOf(way: string, name: string | number): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([way, String(name)]))
    .digest();
}
