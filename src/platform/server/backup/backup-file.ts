import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { isDiskFull } from '../disk-full.ts';
import { StartError } from '../start-error.ts';
import { unfinishedName } from './backup-folder.ts';

/** The rows of one table, in the format of `COPY`. */
const tableEntry = z.object({
  /** Quoted, with its schema. */
  table: z.string(),
  columns: z.array(z.string()),
  bytes: z.int(),
  sha256: z.string(),
});

/** Describes the backup; written last, so a file without it is incomplete. */
const backupManifest = z.object({
  format: z.literal(1),
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The schema of the rows, as its migrations. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  queueVersion: z.int(),
  tables: z.array(tableEntry),
  sequences: z.array(z.object({ sequence: z.string(), last: z.string(), isCalled: z.boolean() })),
});

export type TableEntry = z.output<typeof tableEntry>;
export type BackupManifest = z.output<typeof backupManifest>;

/** One table while a backup is read. */
export interface TableContent {
  readonly table: string;
  readonly columns: readonly string[];
  readonly blocks: AsyncIterable<Buffer>;
}

/** Record format of the file: a letter, the length of the content in four bytes, the content. */
const letters = { table: 'T', data: 'D', manifest: 'M' } as const;
const signature = Buffer.from('kontor backup\n');
const headLength = 5;
/** Longer records cannot come from us. */
const longestRecord = 64 * 1024 * 1024;

class DamagedBackup extends StartError {
  constructor(file: string, reason: string) {
    super(`${file} is not a complete backup: ${reason}. Nothing was changed.`);
    this.name = 'DamagedBackup';
  }
}

class UnwritableBackup extends StartError {
  constructor(file: string, cause: Error) {
    const reason = isDiskFull(cause) ? 'the disk is full' : cause.message;
    super(`${file} cannot be written: ${reason}. The incomplete file was removed.`, { cause });
    this.name = 'UnwritableBackup';
  }
}

/** Writes a backup next to its final place, and moves it there once it is complete and flushed to disk. */
export class BackupWriter {
  readonly #file: string;
  readonly #gzip = createGzip({ level: 4 });
  readonly #written: Promise<void>;
  readonly #tables: TableEntry[] = [];
  #failure: UnwritableBackup | undefined;

  constructor(file: string) {
    if (existsSync(file)) throw new StartError(`${file} already exists.`);
    this.#file = file;
    this.#written = pipeline(this.#gzip, createWriteStream(this.#unfinished, { mode: 0o600 }));
    // `#written` is awaited at the end; until then a full disk must not end the process.
    this.#written.catch((error: NodeJS.ErrnoException) => {
      if (error.syscall !== undefined) this.#failure = new UnwritableBackup(file, error);
    });
    this.#gzip.write(signature);
  }

  get #unfinished(): string {
    return unfinishedName(this.#file);
  }

  async table(table: string, columns: readonly string[], blocks: AsyncIterable<Buffer>): Promise<void> {
    await this.#record('table', Buffer.from(JSON.stringify({ table, columns })));
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const block of blocks) {
      hash.update(block);
      bytes += block.length;
      await this.#record('data', block);
    }
    this.#tables.push({ table, columns: [...columns], bytes, sha256: hash.digest('hex') });
  }

  async finish(description: Omit<BackupManifest, 'format' | 'tables'>): Promise<BackupManifest> {
    const manifest: BackupManifest = { format: 1, ...description, tables: this.#tables };
    await this.#record('manifest', Buffer.from(JSON.stringify(manifest)));
    this.#gzip.end();
    await this.#written;
    const handle = await open(this.#unfinished, 'r');
    await handle.sync();
    await handle.close();
    await rename(this.#unfinished, this.#file);
    return manifest;
  }

  /** Removes the unfinished file and returns the error to report: why the file could not be written, else `error`. */
  async abandon(error: unknown): Promise<unknown> {
    this.#gzip.destroy();
    // The failure is in `#failure`.
    await this.#written.catch(() => {});
    rmSync(this.#unfinished, { force: true });
    if (this.#failure) return this.#failure;
    return isDiskFull(error) ? new UnwritableBackup(this.#file, error as Error) : error;
  }

  async #record(kind: keyof typeof letters, content: Buffer): Promise<void> {
    const head = Buffer.alloc(headLength);
    head.write(letters[kind], 0, 'latin1');
    head.writeUInt32BE(content.length, 1);
    this.#gzip.write(head);
    if (!this.#gzip.write(content)) await Promise.race([once(this.#gzip, 'drain'), this.#written]);
  }
}

/**
 * Reads a whole backup and compares it with its manifest.
 *
 * @throws DamagedBackup if a byte is missing or differs
 */
export async function checkBackup(file: string): Promise<BackupManifest> {
  const found: TableEntry[] = [];
  try {
    const reader = recordsOf(file);
    let manifest: unknown;
    let hash = createHash('sha256');
    for await (const { letter, content } of reader) {
      const last = found.at(-1);
      if (manifest !== undefined) throw new Error('it continues after its end');
      if (letter === letters.table) {
        found.push({ ...tableHead.parse(JSON.parse(content.toString())), bytes: 0, sha256: emptyDigest });
        hash = createHash('sha256');
      } else if (letter === letters.data && last) {
        hash.update(content);
        found[found.length - 1] = {
          ...last,
          bytes: last.bytes + content.length,
          sha256: hash.copy().digest('hex'),
        };
      } else if (letter === letters.manifest) manifest = JSON.parse(content.toString());
      else throw new Error('it contains unknown data');
    }
    if (manifest === undefined) throw new Error('its end is missing');
    const checked = backupManifest.parse(manifest);
    if (JSON.stringify(checked.tables) !== JSON.stringify(found))
      throw new Error('its tables do not match its list of tables');
    return checked;
  } catch (error) {
    throw new DamagedBackup(file, error instanceof Error ? error.message : String(error));
  }
}

/** The tables of a backup that passed `checkBackup`, in the order of the file. */
export async function* tablesOf(file: string): AsyncGenerator<TableContent> {
  const reader = recordsOf(file);
  let next = await reader.next();
  while (!next.done && next.value.letter === letters.table) {
    const { table, columns } = tableHead.parse(JSON.parse(next.value.content.toString()));
    async function* blocks(): AsyncGenerator<Buffer> {
      for (next = await reader.next(); !next.done && next.value.letter === letters.data; ) {
        yield next.value.content;
        next = await reader.next();
      }
    }
    yield { table, columns, blocks: blocks() };
  }
  await reader.return(undefined);
}

const tableHead = tableEntry.pick({ table: true, columns: true });
const emptyDigest = createHash('sha256').digest('hex');

interface Entry {
  readonly letter: string;
  readonly content: Buffer;
}

async function* recordsOf(file: string): AsyncGenerator<Entry, void, undefined> {
  const source = createReadStream(file);
  const plain = createGunzip();
  const reading = pipeline(source, plain);
  // Readers of `plain` get the same error.
  reading.catch(() => {});
  try {
    yield* splitRecords(plain);
  } finally {
    source.destroy();
    plain.destroy();
  }
}

async function* splitRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry, void, undefined> {
  let waiting: Buffer[] = [];
  let available = 0;
  let needed = signature.length;
  let head: Buffer | undefined;
  let isSigned = false;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    available += chunk.length;
    while (available >= needed) {
      const all = Buffer.concat(waiting);
      const part = all.subarray(0, needed);
      const rest = all.subarray(needed);
      waiting = [rest];
      available = rest.length;
      if (!isSigned) {
        if (!part.equals(signature)) throw new Error('it was not written by this product');
        isSigned = true;
        needed = headLength;
      } else if (head) {
        yield { letter: head.toString('latin1', 0, 1), content: part };
        head = undefined;
        needed = headLength;
      } else {
        head = part;
        needed = head.readUInt32BE(1);
        if (needed > longestRecord) throw new Error('it contains unknown data');
      }
    }
  }
  if (!isSigned || head || available > 0) throw new Error('its end is missing');
}
