import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Content, copyData, makeData } from './prepared-data.ts';
import { until } from './product-process.ts';

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
