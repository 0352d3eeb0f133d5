import { inject } from 'vitest';
import { type Content, copyData, preparedData } from './prepared-data.ts';

/** Fills a data directory that is not there yet as a first start does. */
export async function takeData(path: string, content: Content): Promise<void> {
  copyData(await preparedData(inject('placeOfData'), content), path);
}
