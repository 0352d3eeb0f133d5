import { Refused, refuse } from '../../base/refusal.ts';
import type { Tx } from '../../platform/server/database.ts';
import type { Changes } from './store.ts';

/** The tables that heads and lines of a kind reference, by column. */
export type ReferencedTables = Readonly<Record<string, string>>;

/** A reference to set, with its input field. */
export interface Reference {
  readonly field: string;
  readonly column: string;
  readonly id: number;
}

/** The references to records that the person cannot see (TECH-03); runs as reader. */
export async function unseenReferences(
  tx: Tx,
  tables: ReferencedTables,
  references: readonly Reference[],
): Promise<Reference[]> {
  const byTable = Map.groupBy(references, (reference) => tables[reference.column] ?? reference.column);
  const unseen = await Promise.all(
    [...byTable].map(async ([table, group]) => {
      const ids = group.map((reference) => reference.id);
      const seen = await tx.fixed<{ id: number }>(`select id from ${table} where id = any ($1)`, [ids]);
      const visible = new Set(seen.map((row) => row.id));
      return group.filter((reference) => !visible.has(reference.id));
    }),
  );
  return unseen.flat();
}

/** Refuses `unseenReferences`; callers leave out unchanged references. */
export async function checkReferences(
  tx: Tx,
  tables: ReferencedTables,
  references: readonly Reference[],
): Promise<void> {
  const unseen = await unseenReferences(tx, tables, references);
  const problems = unseen.map(({ field }) => ({ field, code: 'foreign_key_violation' as const }));
  const [first] = problems;
  if (first) throw new Refused(refuse('foreign_key_violation', { field: first.field, problems }));
}

/** The references among the given values that are new. */
export function newReferences(
  tables: ReferencedTables,
  values: Changes,
  former: Changes,
  path: string,
): Reference[] {
  return Object.entries(values).flatMap(([column, id]) =>
    column in tables && typeof id === 'number' && former[column] !== id
      ? [{ field: `${path}${column}`, column, id }]
      : [],
  );
}
