import pg from 'pg';
import { Refused, refuse } from '../../base/refusal.ts';
import { givenKey, placeKey, repeatedSql } from '../write-sql.ts';
import type { Draft, InsertRequest } from './insert.ts';
import type { Target } from './targets.ts';
import type { WriteSession } from './write-session.ts';

/**
 * Writes several objects; when the database finds what is unique repeated, without saying by which of them, looks
 * which they are and refuses with the place of each (SHEET-05).
 */
export async function orRepeated<T>(
  session: WriteSession,
  request: InsertRequest,
  drafts: readonly Draft[],
  targets: ReadonlyMap<number, Target>,
  write: () => Promise<T>,
): Promise<T> {
  if (drafts.length < 2) return write();
  await session.tx.query('savepoint objects');
  try {
    return await write();
  } catch (error) {
    const columns = repeatedColumns(request, error);
    if (columns.length === 0) throw error;
    await session.tx.query('rollback to savepoint objects');
    session.forgetRole();
    throw await repeatedAt(session, request, columns, drafts, targets, error);
  }
}

/** The columns of the violated key; none when the error is another one. */
function repeatedColumns({ table }: InsertRequest, error: unknown): readonly string[] {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505' || error.table !== table.name) return [];
  return table.constraints.find(({ name }) => name === error.constraint)?.columns ?? [];
}

async function repeatedAt(
  session: WriteSession,
  { table, field }: InsertRequest,
  columns: readonly string[],
  drafts: readonly Draft[],
  targets: ReadonlyMap<number, Target>,
  error: unknown,
): Promise<unknown> {
  const rows = drafts.map(({ place, values }) => {
    const key = targets.get(place)?.row ?? {};
    return {
      ...Object.fromEntries(columns.map((name) => [name, values[name] ?? null])),
      ...Object.fromEntries(columns.map((name) => [givenKey(name), name in values])),
      ...Object.fromEntries(table.primaryKey.map((name) => [`$key ${name}`, key[name] ?? null])),
      [placeKey]: place,
    };
  });
  const found = await session.write<Record<typeof placeKey, number>>(repeatedSql(table, columns), [
    JSON.stringify(rows),
  ]);
  const [first] = found;
  if (!first) return error;
  const name = columns.at(-1) ?? '';
  const at = (row: typeof first): string => `${field}.${row[placeKey]}.${name}`;
  const problems = found.map((row) => ({
    field: at(row),
    code: 'unique_violation' as const,
    values: { field: name },
  }));
  return new Refused(refuse('unique_violation', { field: at(first), problems }));
}
