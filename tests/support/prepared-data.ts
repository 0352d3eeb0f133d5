import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { launchProduct, postgresHome, until } from './product-process.ts';

/** What stands in the data after the first start. */
type Content = 'demo' | 'no tenant';

/** Starts the product on an empty data directory, and ends it as soon as it is ready. */
export async function makeData(path: string, content: Content): Promise<void> {
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

/** Fills a data directory that is not there yet as a first start does, which happens once for all test files. */
export async function takeData(path: string, content: Content): Promise<void> {
  const place = inject('placeOfData');
  const [data, done] = [join(place, content), join(place, `${content}-done`)];
  if (isFirst(join(place, `${content}-claim`)))
    await makeData(data, content).finally(() => writeFileSync(done, ''));
  await until(() => existsSync(done));
  copyData(data, path);
}

function isFirst(claim: string): boolean {
  try {
    mkdirSync(claim);
    return true;
  } catch {
    return false;
  }
}
