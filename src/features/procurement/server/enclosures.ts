import { Refused, refuse } from '../../../base/refusal.ts';
import { checkReferences } from '../../../document/server/references.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { referencedTables } from './store.ts';

/** What an input names beside the document: the photo of a delivery note, the place where goods were put. */
export interface Enclosures {
  readonly id: number;
  readonly file_id?: string | null;
  readonly location_id?: number | null;
}

/**
 * Refuses a file that does not hang on this document, and a location that the person cannot see (TECH-03), but says
 * nothing about a document that he does not see. Call it as reader.
 */
export async function checkEnclosures(
  tx: Tx,
  { id, file_id: fileId, location_id: locationId }: Enclosures,
): Promise<void> {
  if (typeof locationId !== 'number' && typeof fileId !== 'string') return;
  await tx.one('select id from procurement where id = $1', [id]);
  if (typeof locationId === 'number')
    await checkReferences(tx, referencedTables, [
      { field: 'location_id', column: 'location_id', id: locationId },
    ]);
  if (typeof fileId !== 'string') return;
  const file = await tx.maybeOne(
    `select id from file where id = $1 and procurement_id = $2 and received_by = 'upload'`,
    [fileId, id],
  );
  if (!file) throw new Refused(refuse('foreign_key_violation', { field: 'file_id' }));
}
