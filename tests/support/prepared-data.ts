import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchProduct, postgresHome, temporaryDataDirectory, until } from './product-process.ts';

/** The data after the first start. */
export type Content = 'demo' | 'no tenant';

/**
 * The folder for data made by the first test that needs them: the one that `npm test` gives to all its steps, else
 * one of this step.
 */
export function placeOfData(): { path: string; remove(): void } {
  const given = process.env.KONTOR_TESTS_DATA;
  if (given !== undefined) return { path: given, remove: () => undefined };
  const place = temporaryDataDirectory();
  mkdirSync(place.path, { mode: 0o711 });
  return place;
}

/** The data after a first start, for copying only: made once in this place by the first caller. */
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

/** Starts the product on a new data directory, and ends it as soon as it is ready. */
async function makeData(path: string, content: Content): Promise<void> {
  const environment = { DEMO: String(content === 'demo') };
  const product = await launchProduct({ dataDirectory: path, environment });
  await product.ready();
  product.signal('SIGTERM');
  await product.ended();
}

/** A copy of unused data; files keep their owners. */
export function copyData(from: string, to: string): void {
  if (postgresHome(from) !== join(from, 'postgres')) throw new Error(`${from} does not contain all data`);
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
