import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { launchProduct, postgresHome } from './product-process.ts';

/** What stands in the data after the first start. */
export type Content = 'demo' | 'no tenant';

/** Starts the product on a data directory that is not there yet, and ends it as soon as it is ready. */
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
