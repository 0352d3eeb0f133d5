import type { DocumentSigns } from '../document-signs.ts';
import { signsOf } from './signs.ts';

/** Runs in the reading cell. */
export default async function look(files: readonly Uint8Array[]): Promise<readonly DocumentSigns[]> {
  return await signsOf(files);
}
