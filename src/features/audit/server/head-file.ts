import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseRecord, type SignedRecord } from './head-record.ts';

/** An invalid line, numbered from 1. */
export interface UnreadableLine {
  readonly file: string;
  readonly line: number;
}

/** Appends records and flushes them to disk, so that they survive a power failure. */
export function appendRecords(file: string, records: readonly SignedRecord[]): void {
  mkdirSync(dirname(file), { recursive: true });
  const handle = openSync(file, 'a', 0o600);
  try {
    writeSync(handle, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** All records of the file in order; none if it does not exist. */
export function readRecords(file: string): { records: SignedRecord[]; unreadable: UnreadableLine[] } {
  const records: SignedRecord[] = [];
  const unreadable: UnreadableLine[] = [];
  for (const [place, line] of linesOf(file).entries()) {
    if (line === '') continue;
    const record = parseRecord(line);
    if (record) records.push(record);
    else unreadable.push({ file, line: place + 1 });
  }
  return { records, unreadable };
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
