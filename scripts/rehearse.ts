/**
 * `npm run rehearse -- FILE`, or without FILE the newest backup of BACKUP_DIR: restores it beside the installation,
 * checks its audit, removes it again, and records the result for the process documentation; see docs/operations.md.
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { withData } from '../src/app/server/one-off.ts';
import { rehearse } from '../src/app/server/rehearse.ts';
import { openNotary } from '../src/features/audit/server/head-record.ts';
import { isBackupName } from '../src/platform/server/backup/backup-folder.ts';
import { readConfiguration } from '../src/platform/server/configuration.ts';
import { recordProof } from '../src/platform/server/operation-proof.ts';
import { deriveSecrets } from '../src/platform/server/secrets.ts';
import { runCommand, UsageError } from './command.ts';

function newestIn(folder: string | null): string {
  const name = folder === null ? undefined : readdirSync(folder).toSorted().findLast(isBackupName);
  if (folder === null || name === undefined)
    throw new UsageError('A file is required: npm run rehearse -- FILE, or a backup in BACKUP_DIR');
  return join(folder, name);
}

await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} });
  const configuration = readConfiguration(process.env);
  const { secretKey, auditKeyFile, auditHeadsFile, webPassword, dataDirectory } = configuration;
  const file = positionals[0] ?? newestIn(configuration.backupDirectory);
  const startedAt = performance.now();
  const { createdAt, tables, rows, findings } = await rehearse({
    directory: join(dataDirectory, 'rehearsal'),
    file,
    notary: openNotary(secretKey, auditKeyFile),
    headsFile: auditHeadsFile,
    webPassword,
    secrets: deriveSecrets(secretKey),
  });
  const isPassed = findings === 0;
  const figures = { file: basename(file), of: createdAt, tables, rows, findings };
  const isRecorded = await withData(configuration, ({ ownerUrl }) =>
    recordProof(ownerUrl, { kind: 'rehearsal', isPassed, figures }),
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `Restored ${file} beside the installation and removed it again: ${tables} tables of ${createdAt}, ` +
      `${rows} sealed rows, ${isPassed ? 'no manipulation found' : `${findings} findings`} (${seconds} s).`,
  );
  if (!isRecorded) console.log('The database has no place for the result yet: start the product once.');
  process.exitCode = isPassed ? 0 : 1;
});
