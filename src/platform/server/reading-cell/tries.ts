import { createHash } from 'node:crypto';
import type { Tx } from '../database.ts';
import { ReaderEnded } from './cell-limits.ts';

/**
 * Notes that something is read now, and answers whether it may be (TECH-20): what has ended its reader twice may not, nor what was
 * begun ten times by nodes that ended meanwhile. Is to be committed before the reading begins; runs as writer of the tenant, or at the gate where nobody knows the tenant yet.
 *
 * @param way what reads it, such as `mail`: what is read by itself, again and again until it is read
 * @param name stands for it among all that is read this way
 */
export async function beginReading(tx: Tx, way: string, name: string | number): Promise<boolean> {
  const { may } = await tx.one<{ may: boolean }>('select app.begin_reading($1) as may', [keyOf(way, name)]);
  return may;
}

/** Notes that its reader has answered, whatever it answered. */
export async function readerAnswered(tx: Tx, way: string, name: string | number): Promise<void> {
  await tx.query('select app.end_reading($1)', [keyOf(way, name)]);
}

/**
 * Reads, and notes where the reader ended without an answer.
 *
 * @param inTransaction runs what it is given as `beginReading` was run
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
