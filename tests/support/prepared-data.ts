import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchProduct, postgresHome, temporaryDataDirectory, until } from './product-process.ts';

/** What stands in the data after the first start. */
export type Content = 'demo' | 'no tenant';

/**
 * Where data are made by the first test that asks for them: in the folder that `npm test` gives to all its steps, else
 * in one of the own step.
 */
export function placeOfData(): { path: string; remove(): void } {
  const given = process.env.KONTOR_TESTS_DATA;
  if (given !== undefined) return { path: given, remove: () => undefined };
  const place = temporaryDataDirectory();
  mkdirSync(place.path, { mode: 0o711 });
  return place;
}

/** The data after a first start, to be copied and not to be run on: made once in this place, whoever asks first. */
export async function preparedData(place: string, content: Content): Promise<string> {
  const [data, done] = [join(place, content), join(place, `${content}-done`)];
  if (isFirst(join(place, `${content}-claim`)))
    await makeData(data, content).finally(() => writeFileSync(done, ''));
  await until(() => existsSync(done));
  return data;
}

function isFirst(claim: string): boolean {
  try {
    mkdirSync(claim);
    return true;
  } catch {
    return false;
  }
}

/** Starts the product on a data directory that is not there yet, and ends it as soon as it is ready. */
async function makeData(path: string, content: Content): Promise<void> {
  const environment = { DEMO: String(content === 'demo') };
  const product = await launchProduct({ dataDirectory: path, environment });
  await product.ready();
  product.signal('SIGTERM');
  await product.ended();
}

/** A copy of data that nothing runs on; owners of files stay who they are. */
export function copyData(from: string, to: string): void {
  if (postgresHome(from) !== join(from, 'postgres')) throw new Error(`the data are not all in ${from}`);
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
