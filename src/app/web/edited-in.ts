import type { Entity } from '../../entity/entity.ts';
import { entities } from '../../features/master-data/entities.ts';
import { gql } from '../../platform/web/api.ts';

interface FormAddress {
  readonly params: { readonly entity: string };
  readonly search: { readonly id: number; readonly tab: string };
}

/** The form and tab that edit a row of a table without forms (`Entity.editedIn`); null if the row no longer exists. */
export async function editingForm(
  { table, fields }: Pick<Entity, 'table' | 'fields'>,
  { field, tab }: NonNullable<Entity['editedIn']>,
  id: number,
): Promise<FormAddress | null> {
  const query = `query ($id: bigint!) { row: ${table}_by_pk(id: $id) { ${field} } }`;
  const { row } = await gql<{ row: Readonly<Record<string, number | null>> | null }>(query, { id });
  const [owner, ownerId] = [entities.get(fields[field]?.references ?? ''), row?.[field]];
  return owner && ownerId ? { params: { entity: owner.route }, search: { id: ownerId, tab } } : null;
}
