/**
 * `npm run restore -- FILE [--replace] [--without-secrets]`: replaces all data by a backup; see docs/operations.md.
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { withStoppedProduct } from '../src/app/server/one-off.ts';
import { openNotary } from '../src/features/audit/server/head-record.ts';
import { noteRestore } from '../src/features/audit/server/note-restore.ts';
import { restoreBackup } from '../src/platform/server/backup/restore.ts';
import { type Configuration, readConfiguration } from '../src/platform/server/configuration.ts';
import { deriveSecrets } from '../src/platform/server/secrets.ts';
import { runCommand, UsageError } from './command.ts';

interface Permissions {
  readonly replace: boolean;
  readonly withoutSecrets: boolean;
}

async function restore(configuration: Configuration, file: string, permissions: Permissions): Promise<void> {
  const { webPassword, secretKey, auditKeyFile, auditHeadsFile, filesUrl } = configuration;
  const notary = openNotary(secretKey, auditKeyFile);
  await withStoppedProduct(configuration, async (ownerUrl) => {
    const secrets = deriveSecrets(secretKey);
    const options = { ownerUrl, webPassword, file, secrets, ...permissions };
    const { createdAt, version, lost } = await restoreBackup(options);
    await noteRestore(ownerUrl, { notary, headsFile: auditHeadsFile, file: basename(file) });
    console.log(`Restored ${file}: the data of ${createdAt}, written by version ${version}.`);
    if (filesUrl !== null)
      console.log('Compare the object store with the restored files: npm run files -- --check');
    for (const secret of lost) console.log(`Cleared, must be entered again: ${secret}.`);
  });
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      'without-secrets': { type: 'boolean', default: false },
    },
  });
  const [file] = positionals;
  if (!file)
    throw new UsageError('A file is required: npm run restore -- FILE [--replace] [--without-secrets]');
  const { replace, 'without-secrets': withoutSecrets } = values;
  await restore(readConfiguration(process.env), file, { replace, withoutSecrets });
});
