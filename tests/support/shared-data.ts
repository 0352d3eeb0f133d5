import { inject } from 'vitest';
import { type Content, copyData, preparedData } from './prepared-data.ts';

/** Fills a new data directory like a first start. */
export async function takeData(path: string, content: Content): Promise<void> {
  copyData(await preparedData(inject('placeOfData'), content), path);
}
