import { Refused, refuse } from '../../base/refusal.ts';
import { statementName } from '../../platform/server/database/statement-names.ts';
import { linkPairs, pointersOf, type Relation, type Table, tableOf } from '../model.ts';
import type { RowKey } from '../source.ts';
import { placeKey, seenSql } from '../write-sql.ts';
import type { Values, WriteSession } from './write-session.ts';

/** A row that is about to be written. */
export interface Pointing {
  /** The values that it gets. */
  readonly values: Values;
  /** What it holds without the client's doing: its columns as they were, and keys that the server fills. */
  readonly before: RowKey;
}

/** A key at which rows newly point, and the field that a refusal names. */
interface PointedAt {
  readonly key: RowKey;
  readonly field: string;
}

/**
 * Refuses rows that would newly point at a record that the person does not see (TECH-03), in the words in which the
 * database refuses one that is not there, so that nobody learns which of the two it is: before anything is written,
 * and for both alike. Whatever a row points at already may be sent again. Asks once per table that is pointed at.
 */
export async function requireSeen(
  session: WriteSession,
  table: Table,
  rows: readonly Pointing[],
): Promise<void> {
  const byTarget = Map.groupBy(pointersOf(table), targetOf);
  const unseen = await Promise.all(
    [...byTarget.values()].map(([first, ...others]) => {
      if (!first) return undefined;
      const pointedAt = [first, ...others].flatMap((relation) => newKeys(relation, rows));
      return firstUnseen(session, first, pointedAt);
    }),
  );
  const field = unseen.find((found) => found !== undefined);
  if (field !== undefined) throw new Refused(refuse('foreign_key_violation', { field }));
}

/** The columns with which the rows point at others, as far as a write gives them. */
export function givenPointers(table: Table, rows: readonly Values[]): string[] {
  const columns = pointersOf(table).flatMap((relation) => linkPairs(relation).map(([mine]) => mine));
  return [...new Set(columns)].filter((name) => rows.some((row) => name in row));
}

function targetOf(relation: Relation): string {
  return [relation.table, ...linkPairs(relation).map(([, theirs]) => theirs)].join(' ');
}

/** Each key once to which rows point along a relation and did not point before. */
function newKeys(relation: Relation, rows: readonly Pointing[]): PointedAt[] {
  const pairs = linkPairs(relation);
  const field = pairs.at(-1)?.[0] ?? '';
  const found = new Map<string, PointedAt>();
  for (const { values, before } of rows) {
    if (!pairs.some(([mine]) => isNew(values[mine], before[mine]))) continue;
    const key = Object.fromEntries(
      pairs.map(([mine, theirs]) => [theirs, (mine in values ? values[mine] : before[mine]) ?? null]),
    );
    // As in the database, a key that is not whole points nowhere.
    if (!Object.values(key).includes(null)) found.set(JSON.stringify(Object.values(key)), { key, field });
  }
  return [...found.values()];
}

/** Ids come as numbers or, where a number would not be exact, as digits. */
function isNew(value: unknown, before: unknown): boolean {
  return (value ?? null) !== null && String(value) !== String(before);
}

async function firstUnseen(
  session: WriteSession,
  relation: Relation,
  pointedAt: readonly PointedAt[],
): Promise<string | undefined> {
  if (pointedAt.length === 0) return undefined;
  const by = linkPairs(relation).map(([, theirs]) => theirs);
  const sql = seenSql(tableOf(session.engine.model, relation.table), by);
  const keys = pointedAt.map(({ key }, place) => ({ ...key, [placeKey]: place }));
  const seen = await session.read<Record<typeof placeKey, number>>(
    sql,
    [JSON.stringify(keys)],
    statementName(sql),
  );
  const places = new Set(seen.map((row) => row[placeKey]));
  return pointedAt.find((_, place) => !places.has(place))?.field;
}
