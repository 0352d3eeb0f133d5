import { Refused, refuse } from '../../base/refusal.ts';
import { statementName } from '../../platform/server/database/statement-names.ts';
import { linkPairs, pointersOf, type Relation, type Table, tableOf } from '../model.ts';
import type { RowKey } from '../source.ts';
import { placeKey, seenSql } from '../write-sql.ts';
import type { Values, WriteSession } from './write-session.ts';

/** A row about to be written. */
export interface Pointing {
  /** Its new values. */
  readonly values: Values;
  /** Values not chosen by the client: its former columns, and keys filled by the server. */
  readonly before: RowKey;
}

/** A newly referenced key, and the field for a refusal. */
interface PointedAt {
  readonly key: RowKey;
  readonly field: string;
}

/**
 * Refuses rows that would newly reference a record invisible to the person (TECH-03). The refusal is the same as the
 * database's for a missing record, and comes before any write, so that the two cases cannot be distinguished.
 * Existing references may be sent again. One query per referenced table.
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

/** The foreign key columns among the written columns. */
export function givenPointers(table: Table, rows: readonly Values[]): string[] {
  const columns = pointersOf(table).flatMap((relation) => linkPairs(relation).map(([mine]) => mine));
  return [...new Set(columns)].filter((name) => rows.some((row) => name in row));
}

function targetOf(relation: Relation): string {
  return [relation.table, ...linkPairs(relation).map(([, theirs]) => theirs)].join(' ');
}

/** Each distinct key that is newly referenced along a relation. */
function newKeys(relation: Relation, rows: readonly Pointing[]): PointedAt[] {
  const pairs = linkPairs(relation);
  const field = pairs.at(-1)?.[0] ?? '';
  const found = new Map<string, PointedAt>();
  for (const { values, before } of rows) {
    if (!pairs.some(([mine]) => isNew(values[mine], before[mine]))) continue;
    const key = Object.fromEntries(
      pairs.map(([mine, theirs]) => [theirs, (mine in values ? values[mine] : before[mine]) ?? null]),
    );
    // As in the database, an incomplete key references nothing.
    if (!Object.values(key).includes(null)) found.set(JSON.stringify(Object.values(key)), { key, field });
  }
  return [...found.values()];
}

/** Ids are numbers or, if too large, strings. */
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
