import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLanguage, type Language } from '../../../base/language.ts';
import { defaultLanguage, uploadLimitBytes } from '../../../platform/constants.ts';
import { type Clock, seconds } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import { safeFileName } from '../../../platform/server/files/files-name.ts';
import {
  type FileType,
  fileTypeOf,
  fileTypes,
  namesOfTypes,
} from '../../../platform/server/files/files-type.ts';
import type { Log } from '../../../platform/server/log.ts';
import { isModuleOn } from '../../../platform/server/modules.ts';
import { text } from '../../../platform/server/texts.ts';
import { countInvoices, noteMail } from './mailbox-store.ts';
import { inSystem, type TakingParts } from './take-mail.ts';

export interface ScannerParts extends Pick<TakingParts, 'database' | 'deliver'> {
  readonly clock: Clock;
  readonly log: Log;
  /** `INBOX_DIR`. */
  readonly directory: string;
}

/** As an upload (REC-02). */
const taken: readonly FileType[] = ['pdf', 'xml', 'jpeg', 'png'];
const megabyte = 1024 * 1024;
/** A file that nobody has written to for so many milliseconds is complete. */
const calm = seconds(10);
/** Files that one look at a folder takes. */
const mostFiles = 200;
/** Names that programs give to what they are still writing. */
const unfinished = /^[.~]|\.(tmp|part|partial|crdownload)$/i;

interface Company {
  readonly tenantId: number;
  readonly id: number | null;
  readonly language: Language;
}

/**
 * Takes what scanners have put into `INBOX_DIR/{tenant}/{client}` (MBX-06): the names of the folders are the name of the
 * tenant, and the name or the number of the company. Each file becomes an invoice and goes to `done`, or to `refused` with
 * a text beside it that says why.
 */
export async function takeScans(parts: ScannerParts): Promise<void> {
  const { database, directory, log } = parts;
  for (const name of await foldersIn(directory)) {
    const [tenant] = await database.atGate((tx) =>
      tx.query<{ id: number; main_language: string }>(
        "select id, main_language from tenant where lower(name) = lower($1) and status = 'active'",
        [name],
      ),
    );
    if (!tenant) log.warn({ folder: name }, 'a folder for scans belongs to no tenant');
    else await takeTenant(parts, join(directory, name), tenant);
  }
}

async function takeTenant(
  parts: ScannerParts,
  directory: string,
  { id: tenantId, main_language }: { readonly id: number; readonly main_language: string },
): Promise<void> {
  const language = isLanguage(main_language) ? main_language : defaultLanguage;
  if (!(await inSystem(parts.database, tenantId, (tx) => isModuleOn(tx, 'invoice')))) return;
  for (const folder of await foldersIn(directory)) {
    const id = await companyOf(parts.database, tenantId, folder);
    const place = join(directory, folder);
    for (const file of await filesIn(place)) {
      try {
        await takeScan(parts, { tenantId, id, language }, place, file);
      } catch (error) {
        // What disturbs one file is tried again and holds up no other.
        parts.log.error({ err: error, folder: place }, 'a scan could not be taken');
      }
    }
  }
}

async function companyOf(database: Database, tenantId: number, folder: string): Promise<number | null> {
  return await inSystem(database, tenantId, async (tx) => {
    const found = await tx.query<{ id: number }>(
      'select id from client where active and (lower(name) = lower($1) or client_number = $1) limit 2',
      [folder],
    );
    return found.length === 1 ? (found[0]?.id ?? null) : null;
  });
}

async function takeScan(parts: ScannerParts, company: Company, place: string, name: string): Promise<void> {
  const scan = await readScan(parts.clock, join(place, name));
  if (scan === null) return;
  const { bytes, key } = scan;
  const type = bytes && fileTypeOf(bytes);
  const why =
    company.id === null
      ? text(company.language, 'mailbox.scan_of_no_company')
      : wrongFile(bytes, type, company);
  if (why !== null || bytes === null || type === null)
    return await refuseScan(parts.clock, place, name, why ?? '');
  const file = { name: safeFileName(name, type), mime: fileTypes[type].mime, bytes };
  await inSystem(parts.database, company.tenantId, async (tx, context) => {
    const noted = { mailboxId: null, messageKey: key, serverKey: key.toString('hex'), sender: null } as const;
    const about = { subject: file.name, sent_at: null, state: 'imported', failure: null } as const;
    const row = await noteMail(tx, company.tenantId, { ...noted, ...about });
    // Taken before, by a worker that did not come to move it.
    if (!row.isNew) return;
    const invoice = { file, documents: [], clientId: company.id, mailboxId: null, way: 'scanner' } as const;
    await parts.deliver(tx, context, invoice);
    await countInvoices(tx, row.id, 1);
  });
  await moveTo(parts.clock, place, 'done', name);
}

/** What is wrong with a file, as an upload would say it (REC-02); null for nothing. */
function wrongFile(bytes: Buffer | null, type: FileType | null, { language }: Company): string | null {
  if (bytes === null)
    return text(language, 'error.payload_too_large_max', { max: uploadLimitBytes / megabyte });
  if (type !== null && taken.includes(type)) return null;
  return text(language, 'error.unsupported_media_type_types', { types: namesOfTypes(taken) });
}

async function refuseScan(clock: Clock, place: string, name: string, why: string): Promise<void> {
  const moved = await moveTo(clock, place, 'refused', name);
  if (moved) await writeFile(`${moved}.txt`, `${why}\n`);
}

interface Scan {
  /** Null where there are more than any file may have. */
  readonly bytes: Buffer | null;
  /** The same for the same file, whoever reads it. */
  readonly key: Buffer;
}

/** Null for what is not complete, or no file; links are not followed out of the folder. */
async function readScan(clock: Clock, path: string): Promise<Scan | null> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => null,
  );
  if (handle === null) return null;
  try {
    const stat = await handle.stat();
    const { size, mtimeMs } = stat;
    const isComplete = stat.isFile() && size > 0 && clock.now().getTime() - mtimeMs >= calm;
    if (!isComplete) return null;
    const bytes = size > uploadLimitBytes ? null : await handle.readFile();
    const hash = createHash('sha256').update(JSON.stringify([path, mtimeMs, size]));
    return { bytes, key: hash.update(bytes ?? '').digest() };
  } finally {
    await handle.close();
  }
}

/** Answers where it lies then; null where somebody else has moved it. */
async function moveTo(clock: Clock, place: string, folder: string, name: string): Promise<string | null> {
  await mkdir(join(place, folder), { recursive: true });
  // A name may come again; nothing is written over.
  const stamp = clock.now().toISOString().replaceAll(/[:.]/g, '-');
  const target = join(place, folder, `${stamp} ${name}`);
  try {
    await rename(join(place, name), target);
    return target;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function foldersIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !unfinished.test(entry.name))
    .map(({ name }) => name);
  return names.toSorted().slice(0, mostFiles);
}
