/** `npm run migrate`: brings the database to the schema of this version, as every start does, and ends. */
import { withAddresses } from '../src/app/server/one-off.ts';
import { version } from '../src/app/server/version.ts';
import { readConfiguration } from '../src/platform/server/configuration.ts';
import { migrate } from '../src/platform/server/database/migrate.ts';
import { prepareQueue } from '../src/platform/server/jobs/jobs-worker.ts';
import { runCommand } from './command.ts';

await runCommand(async () => {
  const configuration = readConfiguration(process.env);
  await withAddresses(configuration, async ({ ownerUrl }) => {
    const { webPassword } = configuration;
    const applied = await migrate({
      ownerUrl,
      webPassword,
      version,
      onNewer: (newer) => console.log(`The database keeps the functions of the newer version ${newer}.`),
    });
    await prepareQueue(ownerUrl);
    console.log(applied.length === 0 ? 'The schema is current.' : `Applied: ${applied.join(', ')}.`);
  });
});
