/** `npm run backup -- FILE`: everything that the database holds, while the product works; see docs/operations.md. */
import { parseArgs } from 'node:util';
import { withData } from '../src/app/server/one-off.ts';
import { version } from '../src/app/server/version.ts';
import { writeBackup } from '../src/platform/server/backup/backup.ts';
import { readConfiguration } from '../src/platform/server/configuration.ts';
import { runCommand, UsageError } from './command.ts';

await runCommand(async () => {
  const [file] = parseArgs({ allowPositionals: true }).positionals;
  if (!file) throw new UsageError('Into which file? npm run backup -- FILE');
  const startedAt = performance.now();
  const { tables, createdAt } = await withData(readConfiguration(process.env), ({ ownerUrl }) =>
    writeBackup(ownerUrl, file, version),
  );
  const megabytes = (tables.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${file} holds ${tables.length} tables as they were at ${createdAt} (${megabytes} MB, ${seconds} s).`,
  );
});
