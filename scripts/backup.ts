/**
 * `npm run backup -- FILE`, or without FILE into BACKUP_DIR: writes the whole database while the product works; see
 * docs/operations.md.
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { withData } from '../src/app/server/one-off.ts';
import { version } from '../src/app/server/version.ts';
import { writeBackup } from '../src/platform/server/backup/backup.ts';
import type { BackupManifest } from '../src/platform/server/backup/backup-file.ts';
import { backupIn, prune, removeUnfinished } from '../src/platform/server/backup/backup-folder.ts';
import { type Configuration, readConfiguration } from '../src/platform/server/configuration.ts';
import { recordProof } from '../src/platform/server/operation-proof.ts';
import { runCommand, UsageError } from './command.ts';

const usage =
  'A file is required: npm run backup -- FILE, or set BACKUP_DIR and omit FILE: npm run backup -- --keep 14';

async function backUp(configuration: Configuration, file: string): Promise<void> {
  for (const name of removeUnfinished(file, new Date()))
    console.log(`Removed ${name}, the file of an interrupted backup.`);
  const startedAt = performance.now();
  const { tables, createdAt } = await withData(configuration, async ({ ownerUrl }) => {
    const manifest = await writeBackup(ownerUrl, file, version);
    const figures = { file: basename(file), tables: manifest.tables.length, bytes: bytesOf(manifest) };
    await recordProof(ownerUrl, { kind: 'backup', isPassed: true, figures });
    return manifest;
  });
  const megabytes = (bytesOf({ tables }) / 1e6).toFixed(1);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${file} contains ${tables.length} tables of ${createdAt} (${megabytes} MB, ${seconds} s).`);
  if (tables.some(({ table, bytes }) => table === 'public.file_object' && bytes > 0))
    console.log('Files in the object store are not part of it; docs/operations.md says how to keep them.');
}

function bytesOf({ tables }: Pick<BackupManifest, 'tables'>): number {
  return tables.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The number of backups to keep; null for all of them. */
function keepOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new UsageError('--keep requires a number of backups, for example --keep 14');
  return Number(text);
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' } },
  });
  const [file] = positionals;
  const keep = keepOf(values.keep);
  const configuration = readConfiguration(process.env);
  const { backupDirectory: folder } = configuration;
  if (file !== undefined) {
    if (keep !== null) throw new UsageError('--keep applies to backups in BACKUP_DIR only, without FILE.');
    return await backUp(configuration, file);
  }
  if (folder === null) throw new UsageError(usage);
  await backUp(configuration, backupIn(folder, new Date()));
  // Only after the new one is complete.
  if (keep !== null) for (const name of prune(folder, keep)) console.log(`Removed the old backup ${name}.`);
});
