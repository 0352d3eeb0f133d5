import { batchesOf } from '../../base/batches.ts';
import { type FieldProblem, Refused, refuse } from '../../base/refusal.ts';
import type { WriteAccess } from '../../graphql/access.ts';
import { columnOf, type Table } from '../../graphql/model.ts';
import { writableColumns } from '../../graphql/schema.ts';
import { recordChanged } from '../../graphql/server/targets.ts';
import { columnRef, identifier } from '../../graphql/sql.ts';
import {
  givenMarks,
  insertSql,
  namedColumns,
  placeKey,
  stampKey,
  updateSql,
} from '../../graphql/write-sql.ts';
import type { Tx } from '../../platform/server/database.ts';
import { mappedInTurns } from '../../platform/server/fairness/in-turns.ts';
import type { Entity, Row } from '../entity.ts';
import type { RoleTemplate } from '../kinds/roles.ts';
import { normalRow } from '../problems.ts';
import { type NewChild, takenApart } from '../sheet/first-child.ts';
import type { Choosable } from '../sheet/lookup.ts';

/** Selects the rows that an import could match: those that share a text with the file in one field. */
export interface Wanted {
  readonly field: string;
  readonly texts: readonly string[];
}

/** Reads rows with all fields that the person can read; the transaction acts as the person's reader. */
export async function readStored(
  tx: Tx,
  entity: Entity,
  table: Table,
  fields: readonly string[],
  wanted: readonly Wanted[],
): Promise<readonly Row[]> {
  if (wanted.length === 0) return [];
  const conditions = wanted.map(
    ({ field }, place) => `lower(btrim(${columnRef('t', field)}::text)) = any ($${place + 1}::text[])`,
  );
  const columns = ['id', 'updated_at', ...fields].filter((name) => columnOf(table, name));
  const rows = await tx.query<Row>(
    `select ${columns.map((name) => columnRef('t', name)).join(', ')} from ${identifier(table.name)} t
     where ${conditions.join(' or ')} order by t.id`,
    wanted.map(({ texts }) => texts),
  );
  return await mappedInTurns(rows, ({ id = null, updated_at = null, ...row }) => ({
    id,
    updated_at,
    ...normalRow(entity.fields, row),
  }));
}

/** All rows that a reference can name, with the columns that restrict the choice. */
export async function readChoosable(
  tx: Tx,
  table: Table,
  label: readonly string[],
  among: Readonly<Record<string, string | boolean | null>>,
): Promise<readonly Choosable[]> {
  const names = [...new Set(['id', ...label, ...Object.keys(among), 'active'])].filter((name) =>
    columnOf(table, name),
  );
  const rows = await tx.query<Record<string, unknown>>(
    `select ${names.map(identifier).join(', ')} from ${identifier(table.name)}`,
  );
  return rows.map((row) => {
    const texts = label.map((name) => String(row[name] ?? ''));
    const isAmong = Object.entries(among).every(([name, value]) => row[name] === value);
    return {
      value: Number(row.id),
      number: texts.slice(0, -1).join(' ') || null,
      name: texts.at(-1) ?? '',
      isRetired: row.active === false || !isAmong,
    };
  });
}

/** The active templates of a table (ADM-21). */
export async function readTemplates(tx: Tx, table: Table): Promise<readonly RoleTemplate[]> {
  return await tx.query<RoleTemplate>(
    `select name, roles from ${identifier(table.name)} where active order by name`,
  );
}

/** Rows per statement: enough to make its cost negligible, few enough to finish in time. */
const rowsAtOnce = 1000;

/** A table with its write access. */
export interface Writable {
  readonly table: Table;
  readonly insert: WriteAccess | undefined;
  readonly update: WriteAccess | undefined;
}

export interface Writing {
  readonly entity: Entity;
  readonly tenantId: number;
  readonly writable: (table: string) => Writable;
  /** The problems that an error reports about the values of a row; undefined for other errors. */
  readonly problemsOf: (error: unknown) => readonly FieldProblem[] | undefined;
  /** Called after each statement with the share of written rows, 0 to 1. */
  readonly onProgress: (share: number) => Promise<void>;
}

/** The problems that the database found in an object. */
export interface WrongObject {
  readonly object: Row;
  readonly problems: readonly FieldProblem[];
}

/** Nobody corrects more of them at once, and finding each takes about twenty statements. */
export const maxRefused = 100;

/** The objects that the database refuses; after `maxRefused` of them the others are not checked. */
class Refusals {
  readonly wrong: WrongObject[] = [];

  get isFull(): boolean {
    return this.wrong.length >= maxRefused;
  }
}

/**
 * Writes the objects of a plan; the transaction acts as `writer`. Returns the refused objects, which are skipped;
 * after `maxRefused` of them nothing else is written. A row that another person changed refuses the whole import.
 */
export async function writeObjects(
  tx: Tx,
  writing: Writing,
  objects: readonly Row[],
): Promise<readonly WrongObject[]> {
  const { entity, writable } = writing;
  const { table, insert, update } = writable(entity.table);
  const fresh = objects.filter(({ id }) => id === undefined);
  const known = objects.filter(({ id }) => id !== undefined);
  requireColumns(
    table,
    fresh.map((row) => takenApart(entity, row).own),
    insert,
  );
  requireColumns(table, known, update);
  const parts = [...batchesOf(fresh, rowsAtOnce), ...batchesOf(known, rowsAtOnce)];
  const write = (rows: readonly Row[]) =>
    rows[0]?.id === undefined ? insertWhole(tx, writing, table, rows) : updateBatch(tx, table, rows);
  const atEnd = () => tx.query('set constraints all immediate');
  try {
    return await tx.undoing(async () => {
      const refusals = await writeAll(tx, writing, parts, write);
      if (!refusals.isFull) await atEnd();
      return refusals.wrong;
    });
  } catch (error) {
    if (writing.problemsOf(error) === undefined) throw error;
  }
  // Check deferred constraints after each line to find the lines that violate them, such as one that removes the last
  // administrator.
  const { wrong } = await writeAll(tx, writing, parts, async (rows) => {
    await write(rows);
    await atEnd();
    await tx.query('set constraints all deferred');
  });
  return wrong;
}

type Write = (rows: readonly Row[]) => Promise<unknown>;

async function writeAll(
  tx: Tx,
  writing: Writing,
  parts: readonly (readonly Row[])[],
  write: Write,
): Promise<Refusals> {
  const refusals = new Refusals();
  const all = parts.reduce((sum, part) => sum + part.length, 0);
  let written = 0;
  for (const part of parts) {
    await writeBatch(tx, writing, part, write, refusals);
    written += part.length;
    await writing.onProgress(written / all);
  }
  return refusals;
}

/** Writes rows that are all new or all known. After a refusal it writes halves to find the refused rows. */
async function writeBatch(
  tx: Tx,
  writing: Writing,
  batch: readonly Row[],
  write: Write,
  refusals: Refusals,
): Promise<void> {
  if (refusals.isFull) return;
  try {
    await tx.undoing(() => write(batch));
    return;
  } catch (error) {
    const problems = writing.problemsOf(error);
    if (problems === undefined) throw error;
    const [only, another] = batch;
    if (only !== undefined && another === undefined) {
      refusals.wrong.push({ object: only, problems });
      return;
    }
  }
  const middle = Math.ceil(batch.length / 2);
  for (const half of [batch.slice(0, middle), batch.slice(middle)])
    await writeBatch(tx, writing, half, write, refusals);
}

async function insertWhole(tx: Tx, writing: Writing, table: Table, rows: readonly Row[]): Promise<void> {
  const apart = rows.map((row) => takenApart(writing.entity, row));
  const ids = await insertBatch(
    tx,
    writing.tenantId,
    table,
    apart.map(({ own }) => own),
  );
  await insertChildren(
    tx,
    writing,
    apart.map(({ child }) => child),
    ids,
  );
}

function requireColumns(table: Table, objects: readonly Row[], access: WriteAccess | undefined): void {
  if (objects.length === 0) return;
  if (access === undefined) throw new Refused(refuse('permission_denied'));
  const allowed = new Set([...writableColumns(table, access).map(({ name }) => name), 'id', 'updated_at']);
  for (const name of namedColumns(objects).names) {
    if (!allowed.has(name)) throw new Refused(refuse('permission_denied', { field: name }));
  }
}

/** Inserts the child rows of new rows with the ids of their owners. */
async function insertChildren(
  tx: Tx,
  { tenantId, writable }: Writing,
  children: readonly (NewChild | undefined)[],
  ids: readonly number[],
): Promise<void> {
  const rows = children.flatMap((child, place) =>
    child === undefined
      ? []
      : [{ declared: child.declared, row: { ...child.row, [child.declared.owner]: ids[place] ?? null } }],
  );
  const [first] = rows;
  if (first === undefined) return;
  const { table, insert } = writable(first.declared.table);
  const all = rows.map(({ row }) => row);
  requireColumns(table, all, insert);
  await insertBatch(tx, tenantId, table, all);
}

/** Returns the ids in the order of the rows. */
async function insertBatch(
  tx: Tx,
  tenantId: number,
  table: Table,
  batch: readonly Row[],
): Promise<readonly number[]> {
  const { names, partial } = namedColumns(batch);
  const json = batch.map((values, place) => ({
    ...values,
    ...givenMarks(partial, values),
    [placeKey]: place,
  }));
  const rows = await tx.query<{ id: number }>(insertSql(table, names, partial, table.primaryKey), [
    JSON.stringify(json),
    ...(table.hasTenant ? [tenantId] : []),
  ]);
  return rows.map(({ id }) => id);
}

async function updateBatch(tx: Tx, table: Table, batch: readonly Row[]): Promise<void> {
  const changes = batch.map(({ id, updated_at: stamp, ...values }) => ({ id, stamp, values }));
  const { names: set, partial } = namedColumns(changes.map(({ values }) => values));
  const json = changes.map(({ id, stamp, values }, place) => ({
    ...values,
    ...givenMarks(partial, values),
    '$key id': id,
    [stampKey]: stamp ?? null,
    [placeKey]: place,
  }));
  const shape = { set, partial, increment: [], stamped: true };
  const met = await tx.query<{ [placeKey]: number }>(updateSql(table, shape), [JSON.stringify(json)]);
  if (met.length === batch.length) return;
  const places = new Set(met.map((row) => row[placeKey]));
  throw recordChanged(
    table,
    changes.filter((_, place) => !places.has(place)).map(({ id }) => ({ id })),
  );
}
