import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isLanguage, type Language } from '../../../base/language.ts';
import { defaultLanguage, uploadLimitBytes } from '../../../platform/constants.ts';
import { type Clock, minutes } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import { sha256Of } from '../../../platform/server/files/files.ts';
import { safeFileName } from '../../../platform/server/files/files-name.ts';
import { type FileType, fileTypes, namesOfTypes } from '../../../platform/server/files/files-type.ts';
import type { Log } from '../../../platform/server/log.ts';
import { isModuleOn } from '../../../platform/server/modules.ts';
import { text } from '../../../platform/server/texts.ts';
import { invoiceOfBytes, noteArrivals } from '../../invoice/server/store.ts';
import { countInvoices, noteMail } from './mailbox-store.ts';
import { completeScan, keyOfScan, moveScan, type Rests, type Scan } from './scan-file.ts';
import { inSystem, type TakingParts } from './take-mail.ts';

export interface ScannerParts extends Pick<TakingParts, 'database' | 'deliver'> {
  readonly clock: Clock;
  readonly log: Log;
  /** `INBOX_DIR`. */
  readonly directory: string;
}

/** The same types as for uploads (REC-02). */
const taken: readonly FileType[] = ['pdf', 'xml', 'jpeg', 'png'];
const megabyte = 1024 * 1024;
/** Number of files taken per look at a folder. */
const maxFiles = 200;
/** Names of files that programs are still writing. */
const unfinished = /^[.~]|\.(tmp|part|partial|crdownload)$/i;

/** A folder of a company; its name relative to `INBOX_DIR` is the same for all workers. */
interface Folder {
  readonly tenantId: number;
  readonly language: Language;
  readonly names: readonly string[];
  readonly place: string;
  readonly company: number | 'none' | 'several';
}

/** Folders without a tenant by name, and the last stored list; it is stored again when it changes or is old. */
interface Unclaimed {
  found: Map<string, 'no_tenant' | 'two_tenants'>;
  stored: string;
  storedAt: number;
}

/** The list is stored again after this time, because operators see it only for an hour. */
const storedFor = minutes(10);

/**
 * Takes scans from `INBOX_DIR/{tenant}/{client}` (MBX-06); the folders have the name of the tenant, and the name or
 * number of the company. Each file becomes an invoice and moves to `done`, or to `refused` with a text file that
 * gives the reason.
 *
 * @returns one look; a file is taken at the second look that finds it unchanged
 */
export function scannerFolders(parts: ScannerParts): () => Promise<void> {
  const rests: Rests = new Map();
  const unclaimed: Unclaimed = { found: new Map(), stored: '', storedAt: 0 };
  let isLooking = false;
  return async () => {
    // A look that is still running continues; no second one starts.
    if (isLooking) return;
    isLooking = true;
    try {
      const found = new Set<string>();
      unclaimed.found = new Map();
      for (const name of await foldersIn(parts.directory))
        await besideOthers(parts, join(parts.directory, name), () =>
          lookAtTenant(parts, rests, found, unclaimed, name),
        );
      for (const path of rests.keys()) if (!found.has(path)) rests.delete(path);
      await storeUnclaimed(parts, unclaimed);
    } finally {
      isLooking = false;
    }
  };
}

/** Stores the folders without a tenant for the operator's page (MBX-06). */
async function storeUnclaimed({ database, clock }: ScannerParts, unclaimed: Unclaimed): Promise<void> {
  const { found, stored, storedAt } = unclaimed;
  const list = JSON.stringify([...found]);
  const now = clock.now().getTime();
  const isKept = found.size === 0 || now - storedAt < storedFor;
  if (list === stored && isKept) return;
  await database.atGate((tx) =>
    tx.query('select app.note_unclaimed_folders($1, $2)', [[...found.keys()], [...found.values()]]),
  );
  unclaimed.stored = list;
  unclaimed.storedAt = now;
}

/** A failure in one folder or file is retried and does not block others. */
async function besideOthers({ log }: ScannerParts, folder: string, look: () => Promise<void>): Promise<void> {
  try {
    await look();
  } catch (error) {
    log.error({ err: error, folder }, 'a scan folder or a scan in it could not be read');
  }
}

async function lookAtTenant(
  parts: ScannerParts,
  rests: Rests,
  found: Set<string>,
  unclaimed: Unclaimed,
  name: string,
): Promise<void> {
  const { database, directory, log } = parts;
  const tenants = await database.atGate((tx) =>
    tx.query<{ id: number; main_language: string }>(
      "select id, main_language from tenant where lower(name) = lower($1) and status = 'active' limit 2",
      [name],
    ),
  );
  const [tenant] = tenants;
  if (!tenant || tenants.length > 1) {
    const whose = tenant ? 'matches two tenants; their names must differ' : 'matches no tenant';
    log.warn({ folder: name }, `a scan folder ${whose}`);
    unclaimed.found.set(name, tenant ? 'two_tenants' : 'no_tenant');
    return;
  }
  const tenantId = tenant.id;
  const language = isLanguage(tenant.main_language) ? tenant.main_language : defaultLanguage;
  if (!(await inSystem(database, tenantId, (tx) => isModuleOn(tx, 'invoice')))) return;
  for (const folder of await foldersIn(join(directory, name))) {
    const place = join(directory, name, folder);
    await besideOthers(parts, place, async () => {
      const company = await companyOf(database, tenantId, folder);
      await lookAtFolder(parts, rests, found, {
        ...{ tenantId, language, place, company },
        // Independent of upper and lower case of the folder name.
        names: [name.toLowerCase(), folder],
      });
    });
  }
}

async function companyOf(database: Database, tenantId: number, folder: string): Promise<Folder['company']> {
  const clients = await inSystem(database, tenantId, (tx) =>
    tx.query<{ id: number }>(
      'select id from client where active and (lower(name) = lower($1) or client_number = $1) limit 2',
      [folder],
    ),
  );
  return clients.length > 1 ? 'several' : (clients[0]?.id ?? 'none');
}

async function lookAtFolder(
  parts: ScannerParts,
  rests: Rests,
  found: Set<string>,
  folder: Folder,
): Promise<void> {
  let count = 0;
  for (const name of await filesIn(folder.place)) {
    const path = join(folder.place, name);
    found.add(path);
    if (count >= maxFiles) continue;
    await besideOthers(parts, folder.place, async () => {
      const scan = await completeScan(rests, path, parts.clock.now().getTime());
      if (scan === null) return;
      count += 1;
      await takeScan(parts, folder, scan, name);
    });
  }
}

async function takeScan(
  { database, deliver }: ScannerParts,
  folder: Folder,
  scan: Scan,
  name: string,
): Promise<void> {
  const { tenantId, language, names, place, company } = folder;
  const { bytes, type } = scan;
  const why = wrongFolder(folder) ?? wrongFile(scan);
  if (why !== null || typeof company === 'string' || bytes === null || type === null) {
    const reason = why ?? 'unsupported_media_type';
    await inSystem(database, tenantId, async (tx, context) => {
      const arrival = {
        way: 'scanner',
        name,
        client_id: typeof company === 'number' ? company : null,
      } as const;
      noteArrivals(tx, context, [{ ...arrival, fate: 'open', reason }]);
    });
    return await moveScan(scan, place, { folder: 'refused', name, why: reasonText(reason, language) });
  }
  const key = keyOfScan(names, name, scan);
  const file = { name: safeFileName(name, type), mime: fileTypes[type].mime, bytes };
  const isNew = await inSystem(database, tenantId, async (tx, context) => {
    const noted = { mailboxId: null, messageKey: key, serverKey: key.toString('hex'), sender: null } as const;
    const about = { subject: file.name, sent_at: null, state: 'imported', failure: null } as const;
    const row = await noteMail(tx, tenantId, { ...noted, ...about });
    // Already taken, perhaps by a worker that died before moving it.
    if (!row.isNew) {
      const invoice_id = await invoiceOfBytes(tx, sha256Of(bytes));
      const arrival = {
        way: 'scanner',
        name: file.name,
        client_id: company,
        fate: 'duplicate',
        invoice_id,
      } as const;
      noteArrivals(tx, context, [arrival]);
      return false;
    }
    await deliver(tx, context, { file, documents: [], clientId: company, mailboxId: null, way: 'scanner' });
    await countInvoices(tx, row.id, 1);
    return true;
  });
  const known = isNew ? null : text(language, 'mailbox.scan_known');
  await moveScan(scan, place, { folder: 'done', name, why: known });
}

type ScanReason =
  | 'scan_of_no_company'
  | 'scan_of_two_companies'
  | 'payload_too_large'
  | 'unsupported_media_type';

function wrongFolder({ company }: Folder): ScanReason | null {
  if (company === 'none') return 'scan_of_no_company';
  return company === 'several' ? 'scan_of_two_companies' : null;
}

/** The reason to refuse a file; null if there is none. */
function wrongFile({ bytes, type }: Scan): ScanReason | null {
  if (bytes === null) return 'payload_too_large';
  return type !== null && taken.includes(type) ? null : 'unsupported_media_type';
}

/** The same text as for uploads (REC-02). */
function reasonText(reason: ScanReason, language: Language): string {
  if (reason === 'payload_too_large')
    return text(language, 'error.payload_too_large_max', { max: uploadLimitBytes / megabyte });
  if (reason === 'unsupported_media_type')
    return text(language, 'error.unsupported_media_type_types', { types: namesOfTypes(taken) });
  return text(language, `mailbox.${reason}`);
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
  return names.toSorted();
}
