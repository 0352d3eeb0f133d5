/**
 * `npm run files:verify`: checks that every file in the database has the bytes that its row names (TECH-17);
 * `npm run files -- --check --bytes` reads those of an object store.
 */
import { withData } from '../src/app/server/one-off.ts';
import { verifyingClient } from '../src/features/audit/server/verifying-client.ts';
import { readConfiguration } from '../src/platform/server/configuration.ts';
import { verifyFiles } from '../src/platform/server/files/verify-files.ts';
import { runCommand } from './command.ts';

await runCommand(async () => {
  await withData(readConfiguration(process.env), async ({ ownerUrl }) => {
    const client = await verifyingClient(ownerUrl);
    try {
      const { files, disagreeing } = await verifyFiles(client);
      for (const { tenant, id, name } of disagreeing)
        console.log(`tenant ${tenant}: the bytes of file ${id} (${name}) are not those of its row`);
      console.log(
        `${files} files: ${disagreeing.length === 0 ? 'all agree' : `${disagreeing.length} differ`}`,
      );
      process.exitCode = disagreeing.length === 0 ? 0 : 1;
    } finally {
      await client.end();
    }
  });
});
