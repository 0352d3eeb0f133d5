import pg from 'pg';
import { Refused, refuse } from '../../base/refusal.ts';
import { statementName } from '../../platform/server/database/statement-names.ts';
import { type Table, writtenColumnOf } from '../model.ts';
import { writableColumns } from '../schema.ts';
import { maxRows, type RowKey } from '../source.ts';
import { columnRef, identifier, Statement } from '../sql.ts';
import { all, condition, type Where } from '../where.ts';
import {
  deleteSql,
  givenMarks,
  namedColumns,
  placeKey,
  stampKey,
  type UpdateShape,
  updateSql,
} from '../write-sql.ts';
import {
  claim,
  type Draft,
  filledKeys,
  type InsertRequest,
  keyOfRow,
  linkColumns,
  requireColumns,
  type Target,
} from './insert-request.ts';
import { givenPointers, type Pointing, requireSeen } from './pointers.ts';
import { ownRows, recordChanged, refuseStale } from './targets.ts';
import { orUsed } from './used.ts';
import type { Values, WriteSession } from './write-session.ts';

interface Met {
  readonly [placeKey]: number;
}

/** The change of an existing row. */
interface Change extends Pointing {
  readonly key: RowKey;
  readonly stamp: unknown;
}

/** The changes of existing rows by objects of an insert, after checking the person's rights. */
export function changesOf(
  session: WriteSession,
  request: InsertRequest,
  drafts: readonly Draft[],
  targets: ReadonlyMap<number, Target>,
): readonly Change[] {
  if (drafts.length === 0) return [];
  const { table, onConflict } = request;
  const access = session.access(table, 'update');
  const allowed = new Set([...writableColumns(table, access).map((column) => column.name), access.own ?? '']);
  const wanted = onConflict && new Set([...onConflict.update_columns, ...request.given]);
  return drafts.map((draft) => {
    const linked = draft.parents.flatMap(([relation]) => linkColumns(relation));
    const chosen = Object.entries(draft.values).filter(
      ([name]) => wanted === undefined || wanted.has(name) || linked.includes(name),
    );
    const values = Object.fromEntries(chosen);
    requireColumns(request, { ...draft, values }, allowed);
    if (access.own !== undefined && values[access.own] !== undefined) claim(session, values, access.own);
    const row = targets.get(draft.place)?.row ?? {};
    const before = { ...row, ...filledKeys(request, draft, access.own) };
    return { key: keyOfRow(table, row), values, before, stamp: draft.stamp };
  });
}

/** Writes changes of existing rows; returns the number of rows. */
export async function writeChanges(
  session: WriteSession,
  table: Table,
  changes: readonly Change[],
): Promise<number> {
  const { names: set, partial } = namedColumns(changes.map(({ values }) => values));
  if (set.length === 0) return changes.length;
  const shape = { set, partial, increment: [], stamped: changes.some(({ stamp }) => stamp !== null) };
  const rows = changes.map(({ key, values, stamp }, place) => ({
    ...values,
    ...givenMarks(partial, values),
    ...updateKey(key),
    [stampKey]: stamp,
    [placeKey]: place,
  }));
  return write(
    session,
    table,
    shape,
    rows,
    changes.map(({ key }) => key),
  );
}

function updateKey(key: RowKey): Values {
  return Object.fromEntries(Object.entries(key).map(([name, value]) => [`$key ${name}`, value]));
}

/** Every row existed when selected as reader; a missing one has been changed or deleted since. */
async function write(
  session: WriteSession,
  table: Table,
  shape: UpdateShape,
  rows: readonly Values[],
  keys: readonly RowKey[],
): Promise<number> {
  const sql = updateSql(table, shape);
  const name = rows.length === 1 ? statementName(sql) : undefined;
  const met = await session.write<Met>(sql, [JSON.stringify(rows)], name);
  if (met.length < rows.length) {
    const places = new Set(met.map((row) => row[placeKey]));
    throw recordChanged(
      table,
      keys.filter((_, place) => !places.has(place)),
    );
  }
  return met.length;
}

/** The rows of an update or delete, as seen by the person. */
export interface Chosen {
  readonly table: Table;
  /** A filter, or the key of one row; a missing one is ignored. */
  readonly by: { readonly where: Where } | { readonly key: RowKey };
}

/** The chosen rows: their keys and the `wanted` columns. */
async function choose(
  session: WriteSession,
  { table, by }: Chosen,
  kind: 'update' | 'delete',
  { stamp = null, wanted = [] }: { stamp?: unknown; wanted?: readonly string[] } = {},
): Promise<readonly RowKey[]> {
  const statement = new Statement(session.engine.model);
  const filter = all([
    ownRows(session, statement, table, kind),
    condition(statement, table, 't', 'where' in by ? by.where : equalities(by.key)),
  ]);
  const fresh = stamp === null ? 'true' : `t.updated_at = ${statement.parameter(stamp, 'timestamptz')}`;
  const names = [...new Set([...table.primaryKey, ...wanted])];
  const columns = names.map((column) => columnRef('t', column)).join(', ');
  const sql = `select ${columns}, ${fresh} as "$fresh" from ${identifier(table.name)} t where ${filter} limit ${maxRows + 1}`;
  const name = 'key' in by ? statementName(sql) : undefined;
  const found = await session.read<RowKey & { $fresh: boolean }>(sql, statement.values, name);
  refuseStale(table, found);
  session.count(found.length);
  return found;
}

function equalities(key: RowKey): Where {
  return Object.fromEntries(Object.entries(key).map(([name, value]) => [name, { _eq: value }]));
}

/** `_set` and `_inc` of an update as GraphQL coerced them. */
export interface UpdateValues {
  readonly _set?: Values | null;
  readonly _inc?: Values | null;
}

/** Applies the same update to the chosen rows; returns their new keys. */
export async function updateRows(
  session: WriteSession,
  chosen: Chosen,
  { _set, _inc }: UpdateValues,
): Promise<readonly RowKey[]> {
  const { table } = chosen;
  const access = session.access(table, 'update');
  if (!_set && !_inc)
    throw new Refused(refuse('specific_field_required', { field: '_set', values: { field: '_set' } }));
  const stamp = _set?.updated_at ?? null;
  const values = storedValues(session, table, _set ?? {});
  if (access.own !== undefined && values[access.own] !== undefined) claim(session, values, access.own);
  const increments = Object.fromEntries(Object.entries(_inc ?? {}).filter(([, value]) => value !== null));
  const repeated = Object.keys(increments).find((name) => name in values);
  if (repeated !== undefined) throw new Refused(refuse('validation_failed', { field: `_inc.${repeated}` }));
  const found = await choose(session, chosen, 'update', { stamp, wanted: givenPointers(table, [values]) });
  const own = access.own === undefined ? {} : { [access.own]: values[access.own] };
  await requireSeen(
    session,
    table,
    found.map((row) => ({ values, before: { ...row, ...own } })),
  );
  const keys = found.map((row) => keyOfRow(table, row));
  const shape: UpdateShape = {
    set: Object.keys(values),
    partial: new Set(),
    increment: Object.keys(increments),
    stamped: stamp !== null,
  };
  if (keys.length === 0 || shape.set.length + shape.increment.length === 0) return keys;
  const rows = keys.map((key, place) => ({
    ...values,
    ...increments,
    ...updateKey(key),
    [stampKey]: stamp,
    [placeKey]: place,
  }));
  await orOutOfRange(shape.increment, () => write(session, table, shape, rows, keys));
  const after = keys.map((key) =>
    Object.fromEntries(Object.entries(key).map(([name, old]) => [name, values[name] ?? old])),
  );
  session.wrote(table, after);
  return after;
}

/** PostgreSQL does not name the number that is out of range; a single incremented column must be the one. */
async function orOutOfRange(increments: readonly string[], run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const [only, ...others] = increments;
    const isOverflow = error instanceof pg.DatabaseError && error.code === '22003';
    if (!isOverflow || only === undefined || others.length > 0) throw error;
    throw new Refused(refuse('number_out_of_range', { field: `_inc.${only}` }));
  }
}

function storedValues(session: WriteSession, table: Table, set: Values): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(set)) {
    const column = writtenColumnOf(table, name);
    if (column && name !== 'updated_at') Object.assign(values, session.stored(column, value));
  }
  return session.normal(table, values, '');
}

/** Deletes the chosen rows after `before` has seen their keys; returns their number. */
export async function deleteRows(
  session: WriteSession,
  chosen: Chosen,
  before: (keys: readonly RowKey[]) => Promise<void>,
): Promise<number> {
  const { table } = chosen;
  session.access(table, 'delete');
  const found = await choose(session, chosen, 'delete');
  const keys = found.map((row) => keyOfRow(table, row));
  await before(keys);
  if (keys.length === 0) return 0;
  const json = JSON.stringify(keys.map((key, place) => ({ ...key, [placeKey]: place })));
  const met = await orUsed(session, table, keys, () => session.write<Met>(deleteSql(table), [json]));
  return met.length;
}
