import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readRecords } from '../../features/audit/server/head-file.ts';
import type { Notary } from '../../features/audit/server/head-record.ts';
import { noteRestore } from '../../features/audit/server/note-restore.ts';
import { verifyAudit } from '../../features/audit/server/verify.ts';
import { verifyingClient } from '../../features/audit/server/verifying-client.ts';
import { restoreBackup } from '../../platform/server/backup/restore.ts';
import { embeddedSettings, startEmbeddedPostgres } from '../../platform/server/database/embedded-postgres.ts';
import type { Secrets } from '../../platform/server/secrets.ts';
import { StartError } from '../../platform/server/start-error.ts';

export interface RehearsalParts {
  /** Folder of the rehearsal; removed before and afterwards. */
  readonly directory: string;
  readonly file: string;
  readonly notary: Notary;
  /** The signed heads of the installation; they are read, not changed. */
  readonly headsFile: string;
  readonly webPassword: string;
  readonly secrets: Pick<Secrets, 'unseal'>;
}

export interface Rehearsal {
  /** Time of the data, ISO 8601. */
  readonly createdAt: string;
  readonly tables: number;
  /** Checked rows of the audit. */
  readonly rows: number;
  /** Findings of that check; 0 means that no manipulation was found. */
  readonly findings: number;
}

const database = 'kontor';

/**
 * Restores a backup into a separate PostgreSQL, checks its audit against the signed heads, and removes everything
 * again (ARC-07). Does not touch the installation.
 *
 * @throws StartError without the signed heads, and as `restoreBackup`
 */
export async function rehearse(parts: RehearsalParts): Promise<Rehearsal> {
  const { directory, headsFile } = parts;
  if (!existsSync(headsFile))
    throw new StartError(
      `${headsFile} is missing. Without the signed heads the audit of a backup cannot be checked.`,
    );
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const postgres = await startEmbeddedPostgres(directory, {
    settings: { ...embeddedSettings, fsync: 'off' },
  });
  try {
    await postgres.ensureDatabase(database);
    return await restoreAndCheck(parts, postgres.ownerUrl(database));
  } finally {
    await postgres.stop();
    // Where root started it, the cluster may be outside of the folder.
    await rm(dirname(postgres.logFile), { recursive: true, force: true });
    await rm(directory, { recursive: true, force: true });
  }
}

async function restoreAndCheck(
  { directory, file, notary, headsFile, webPassword, secrets }: RehearsalParts,
  ownerUrl: string,
): Promise<Rehearsal> {
  const restored = { ownerUrl, webPassword, file, secrets, replace: false, withoutSecrets: false };
  const { createdAt, tables } = await restoreBackup(restored);
  const ownHeads = join(directory, 'audit-heads.jsonl');
  await copyFile(headsFile, ownHeads);
  await noteRestore(ownerUrl, { notary, headsFile: ownHeads, file: basename(file) });
  const client = await verifyingClient(ownerUrl);
  try {
    const { rows, findings } = await verifyAudit(client, notary, readRecords(ownHeads).records);
    return { createdAt, tables: tables.length, rows, findings: findings.length };
  } finally {
    await client.end();
  }
}
