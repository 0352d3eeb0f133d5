import { Refused, refuse } from '../../../base/refusal.ts';
import { checkReferences } from '../../../document/server/references.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { referencedTables } from './store.ts';

/** Files and the location in an input, for example the photo of a delivery note. */
export interface Enclosures {
  readonly id: number;
  readonly file_id?: string | null;
  readonly location_id?: number | null;
  /** The delivery notes of several suppliers. */
  readonly deliveries?: readonly { readonly file_id?: string | null }[] | null;
}

/**
 * Refuses files that do not belong to this document and locations that the person cannot see (TECH-03). Answers
 * `not_found` for an invisible document. Call it as reader.
 */
export async function checkEnclosures(
  tx: Tx,
  { id, file_id, location_id: locationId, deliveries }: Enclosures,
): Promise<void> {
  const files = [
    { field: 'file_id', fileId: file_id },
    ...(deliveries ?? []).map((one, place) => ({
      field: `deliveries.${place}.file_id`,
      fileId: one.file_id,
    })),
  ].filter(({ fileId }) => typeof fileId === 'string');
  if (typeof locationId !== 'number' && files.length === 0) return;
  await tx.one('select id from procurement where id = $1', [id]);
  if (typeof locationId === 'number')
    await checkReferences(tx, referencedTables, [
      { field: 'location_id', column: 'location_id', id: locationId },
    ]);
  if (files.length === 0) return;
  const found = await tx.query<{ id: string }>(
    `select id from file where id = any ($1) and procurement_id = $2 and received_by = 'upload'`,
    [files.map(({ fileId }) => fileId), id],
  );
  const missing = files.find(({ fileId }) => !found.some((file) => file.id === fileId));
  if (missing) throw new Refused(refuse('foreign_key_violation', { field: missing.field }));
}
