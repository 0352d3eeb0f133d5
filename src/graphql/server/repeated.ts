import pg from 'pg';
import { Refused, refuse } from '../../base/refusal.ts';
import { identifier } from '../sql.ts';
import { givenKey, placeKey, repeatedSql } from '../write-sql.ts';
import type { Draft, InsertRequest, Target } from './insert-request.ts';
import type { WriteSession } from './write-session.ts';

/**
 * Writes several objects; if the database reports a unique violation without naming the row, finds the affected ones
 * and refuses with the place of each (SHEET-05).
 */
export async function orRepeated<T>(
  session: WriteSession,
  request: InsertRequest,
  drafts: readonly Draft[],
  targets: ReadonlyMap<number, Target>,
  write: () => Promise<T>,
): Promise<T> {
  if (drafts.length < 2) return write();
  try {
    return await session.tx.undoing(async () => {
      const written = await write();
      await lookAtDeferred(session, request);
      return written;
    });
  } catch (error) {
    const columns = repeatedColumns(request, error);
    if (columns.length === 0) throw error;
    throw await repeatedAt(session, request, columns, drafts, targets, error);
  }
}

/** A view is written row by row, so that its keys are checked only after all rows are written. */
async function lookAtDeferred({ tx }: WriteSession, { table }: InsertRequest): Promise<void> {
  const names = table.constraints.flatMap(({ name, isDeferred }) => (isDeferred ? [identifier(name)] : []));
  if (names.length === 0) return;
  await Promise.all(
    ['immediate', 'deferred'].map((time) => tx.query(`set constraints ${names.join(', ')} ${time}`)),
  );
}

/** Unique keys, and exclusions of equal values (`exclude (lower(number) with =)`). */
const repetitions = ['23505', '23P01'];

/** The columns of the violated key, possibly of the table behind a view; empty for other errors. */
function repeatedColumns({ table }: InsertRequest, error: unknown): readonly string[] {
  if (!(error instanceof pg.DatabaseError) || !repetitions.includes(error.code ?? '')) return [];
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
