import { Refused, refuse } from '../../base/refusal.ts';
import { identityOf, type Table, type UniqueConstraint } from '../model.ts';
import type { RowKey } from '../source.ts';
import { columnRef, Statement } from '../sql.ts';
import { all, condition } from '../where.ts';
import { lookupSql, placeKey, stampKey } from '../write-sql.ts';
import { type Draft, type InsertRequest, neededColumns, type Target } from './insert-request.ts';
import { givenPointers } from './pointers.ts';
import type { WriteSession } from './write-session.ts';

/**
 * Finds, as reader, the rows that objects of an insert refer to: by id, or by the columns of the constraint in
 * `on_conflict`. A missing id is `not_found`, an outdated stamp `record_changed`.
 */
export async function findTargets(
  session: WriteSession,
  request: InsertRequest,
  drafts: readonly Draft[],
): Promise<Map<number, Target>> {
  const { table, onConflict } = request;
  const targets = new Map<number, Target>();
  const identity = identityOf(table)?.name;
  const named = drafts.filter((draft) => draft.id !== null);
  if (identity !== undefined && named.length > 0) {
    requirePrimaryKey(request, identity, named);
    const keyed = named.map((draft) => ({ draft, by: { [identity]: draft.id } }));
    await lookUp(session, request, { columns: [identity], nullsEqual: false }, keyed, targets);
    requireAll(request, identity, named, targets);
  }
  const unique = table.uniques.find(({ name }) => name === onConflict?.constraint);
  const others = drafts.filter(
    ({ id, values }) =>
      id === null && (unique?.nullsEqual || unique?.columns.every((name) => (values[name] ?? null) !== null)),
  );
  if (unique && others.length > 0) {
    const keyed = others.map((draft) => ({ draft, by: draft.values }));
    await lookUp(session, request, unique, keyed, targets);
  }
  return targets;
}

/** An object with an id is an update only if the client says so, as in SHEET-15. */
function requirePrimaryKey(request: InsertRequest, identity: string, named: readonly Draft[]): void {
  const { table, onConflict, field } = request;
  const [first] = named;
  if (!first || onConflict?.constraint === table.uniques[0]?.name) return;
  throw new Refused(refuse('validation_failed', { field: `${field}.${first.place}.${identity}` }));
}

function requireAll(
  request: InsertRequest,
  identity: string,
  named: readonly Draft[],
  targets: ReadonlyMap<number, Target>,
): void {
  const missing = named.filter((draft) => !targets.has(draft.place));
  const [first] = missing;
  if (!first) return;
  const ids = missing.map((draft) => String(draft.id)).join(', ');
  throw new Refused(
    refuse('not_found', { field: `${request.field}.${first.place}.${identity}`, values: { ids } }),
  );
}

interface Found extends Record<string, unknown> {
  readonly [placeKey]: number;
  readonly $match: boolean;
  readonly $fresh: boolean;
}

async function lookUp(
  session: WriteSession,
  request: InsertRequest,
  { columns: by, nullsEqual }: Pick<UniqueConstraint, 'columns' | 'nullsEqual'>,
  keyed: readonly { draft: Draft; by: Readonly<Record<string, unknown>> }[],
  targets: Map<number, Target>,
): Promise<void> {
  const { table, onConflict } = request;
  const statement = new Statement(session.engine.model);
  statement.parameter(
    JSON.stringify(
      keyed.map(({ draft, by: values }) => ({
        ...Object.fromEntries(by.map((name) => [name, values[name]])),
        [placeKey]: draft.place,
        [stampKey]: draft.stamp,
      })),
    ),
    'json',
  );
  const known = keyed.map(({ draft }) => draft);
  const values = known.map((draft) => draft.values);
  const sql = lookupSql(table, {
    by,
    nullsEqual,
    wanted: [...new Set([...neededColumns(request, known), ...givenPointers(table, values)])],
    filter: ownRows(session, statement, table, 'update'),
    match: onConflict?.where ? condition(statement, table, 't', onConflict.where) : 'true',
    stamped: keyed.some(({ draft }) => draft.stamp !== null),
  });
  const found = await session.read<Found>(sql, statement.values);
  refuseRepeated(request, table, found);
  refuseStale(table, found);
  for (const row of found) targets.set(row[placeKey], { row, matches: row.$match });
}

/** Condition for rows of the own profile, if access is limited to them. */
export function ownRows(
  session: WriteSession,
  statement: Statement,
  table: Table,
  kind: 'update' | 'delete',
): string {
  const { own } = session.access(table, kind);
  if (own === undefined) return 'true';
  return all([`${columnRef('t', own)} = ${statement.parameter(session.context.userId, 'bigint')}`]);
}

function keyText(table: Table, row: RowKey): string {
  return table.primaryKey.map((column) => String(row[column])).join('/');
}

/** Refuses two objects for one row. */
function refuseRepeated(request: InsertRequest, table: Table, found: readonly Found[]): void {
  const seen = new Set<string>();
  for (const row of found) {
    const key = keyText(table, row);
    if (seen.has(key)) {
      const field = `${request.field}.${row[placeKey]}`;
      throw new Refused(
        refuse('validation_failed', { field, problems: [{ field, code: 'already_exists' }] }),
      );
    }
    seen.add(key);
  }
}

export function refuseStale(table: Table, found: readonly (RowKey & { $fresh: boolean })[]): void {
  const stale = found.filter((row) => !row.$fresh);
  if (stale.length > 0) throw recordChanged(table, stale);
}

/** The refusal for rows changed by others since the client read them. */
export function recordChanged(table: Table, rows: readonly RowKey[]): Refused {
  return new Refused(
    refuse('record_changed', { values: { ids: rows.map((row) => keyText(table, row)).join(', ') } }),
  );
}
