/** `npm run rates -- FILE`: imports reference rates from a file of the ECB, such as eurofxref-hist-90d.xml. */
import { readFile } from 'node:fs/promises';
import { withData } from '../src/app/server/one-off.ts';
import { RatesRefused } from '../src/features/reference-rate/published-rate.ts';
import { keepRates } from '../src/features/reference-rate/server/store.ts';
import { readConfiguration } from '../src/platform/server/configuration.ts';
import { runCommand, UsageError } from './command.ts';

async function takeRates(): Promise<void> {
  const [path] = process.argv.slice(2);
  if (path === undefined) throw new UsageError('A file is required: npm run rates -- eurofxref-hist-90d.xml');
  const file = await readFile(path).catch(() => {
    throw new UsageError(`The file ${path} does not exist or cannot be read.`);
  });
  await withData(readConfiguration(process.env), async ({ database }) => {
    try {
      console.log(`Imported ${await keepRates(database, file)} rates.`);
    } catch (error) {
      throw error instanceof RatesRefused ? new UsageError(`Nothing was imported: ${error.message}.`) : error;
    }
  });
}

await runCommand(takeRates);
