/** `npm run restore -- FILE [--replace]`: a backup in the place of all data; see docs/operations.md. */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { withStoppedProduct } from '../src/app/server/one-off.ts';
import { openNotary } from '../src/features/audit/server/head-record.ts';
import { noteRestore } from '../src/features/audit/server/note-restore.ts';
import { restoreBackup } from '../src/platform/server/backup/restore.ts';
import { type Configuration, readConfiguration } from '../src/platform/server/configuration.ts';
import { runCommand, UsageError } from './command.ts';

async function restore(configuration: Configuration, file: string, replace: boolean): Promise<void> {
  const { webPassword, secretKey, auditKeyFile, auditHeadsFile } = configuration;
  const notary = openNotary(secretKey, auditKeyFile);
  await withStoppedProduct(configuration, async (ownerUrl) => {
    const { createdAt, version } = await restoreBackup({ ownerUrl, webPassword, file, replace });
    await noteRestore(ownerUrl, { notary, headsFile: auditHeadsFile, file: basename(file) });
    console.log(`All data are as they were at ${createdAt}, when version ${version} wrote ${file}.`);
  });
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [file] = positionals;
  if (!file) throw new UsageError('From which file? npm run restore -- FILE [--replace]');
  await restore(readConfiguration(process.env), file, values.replace);
});
