import { Refused, refuse } from '../../base/refusal.ts';
import { identityOf, relationOf, writtenColumnOf } from '../model.ts';
import { writableColumns } from '../schema.ts';
import type { RowKey } from '../source.ts';
import { givenMarks, insertSql, namedColumns, placeKey } from '../write-sql.ts';
import { changesOf, writeChanges } from './change.ts';
import {
  claim,
  type Draft,
  filledKeys,
  type InsertRequest,
  type InsertResult,
  keyOfRow,
  linkColumns,
  type NestedInsert,
  type NestedRows,
  neededColumns,
  requireColumns,
} from './insert-request.ts';
import { insertChildren, insertParents } from './nested-insert.ts';
import { type Pointing, requireSeen } from './pointers.ts';
import { orRepeated } from './repeated.ts';
import { findTargets } from './targets.ts';
import type { Values, WriteSession } from './write-session.ts';

/**
 * Inserts objects and updates those that name an existing row; referenced rows are written before, referencing ones
 * after.
 */
export async function insertRows(session: WriteSession, request: InsertRequest): Promise<InsertResult> {
  const { table, objects, onConflict } = request;
  session.count(objects.length);
  if (objects.length === 0) return { affected: 0, keys: [], rows: new Map() };
  const drafts = objects.map((object, place) => draftOf(session, request, object, place));
  const parents = await insertParents(session, request, drafts, insertRows);
  const targets = await findTargets(session, request, drafts);
  const fresh = drafts.filter((draft) => !targets.has(draft.place));
  const updates = drafts.filter(
    (draft) => targets.get(draft.place)?.matches && onConflict?.update_columns.length !== 0,
  );
  const additions = additionsOf(session, request, fresh);
  const changes = changesOf(session, request, updates, targets);
  await requireSeen(session, table, [...additions, ...changes]);
  const rows = new Map<number, RowKey>([...targets].map(([place, target]) => [place, target.row]));
  const affected = await orRepeated(session, request, drafts, targets, async () => {
    const updated = await writeChanges(session, table, changes);
    const inserted = await insertDrafts(session, request, fresh);
    for (const [place, row] of inserted) rows.set(place, row);
    return updated + inserted.size;
  });
  const children = await insertChildren(session, request, drafts, rows, insertRows);
  const added = fresh.filter(({ place }) => rows.has(place));
  const answered = [...added, ...updates].sort((a, b) => a.place - b.place);
  const keys = answered.map((draft) => keyOfRow(table, rows.get(draft.place) ?? {}));
  session.wrote(table, keys);
  session.added(
    table,
    added.map(({ place }) => keyOfRow(table, rows.get(place) ?? {})),
  );
  return { affected: affected + parents + children, keys, rows };
}

function draftOf(session: WriteSession, request: InsertRequest, object: Values, place: number): Draft {
  const { table } = request;
  const identity = identityOf(table)?.name;
  const values: Record<string, unknown> = {};
  const nested: NestedRows[] = [];
  for (const [key, value] of Object.entries(object)) {
    const relation = relationOf(table, key);
    const column = writtenColumnOf(table, key);
    if (relation && value !== null) nested.push([relation, value as NestedInsert]);
    if (column && key !== identity && key !== 'updated_at')
      Object.assign(values, session.stored(column, value));
  }
  const [parents, children] = [true, false].map((holdsKey) =>
    nested.filter(([relation]) => relation.holdsKey === holdsKey),
  ) as [NestedRows[], NestedRows[]];
  for (const [relation] of parents) {
    // The key of the other row is either given or created with it.
    if (!linkColumns(relation).some((column) => column in object)) continue;
    throw new Refused(refuse('validation_failed', { field: `${request.field}.${place}.${relation.name}` }));
  }
  const id = identity === undefined ? null : (object[identity] ?? null);
  const stored = session.normal(table, values, request.objects.length > 1 ? `${place}.` : '');
  return { place, values: stored, id, stamp: object.updated_at ?? null, parents, children };
}

/** The rows that drafts add, after checking the person's rights and setting the own id. */
function additionsOf(session: WriteSession, request: InsertRequest, drafts: readonly Draft[]): Pointing[] {
  if (drafts.length === 0) return [];
  const { table } = request;
  const access = session.access(table, 'insert');
  const allowed = new Set([...writableColumns(table, access).map((column) => column.name), access.own ?? '']);
  return drafts.map((draft) => {
    requireColumns(request, draft, allowed);
    if (access.own !== undefined) claim(session, draft.values, access.own);
    return { values: draft.values, before: filledKeys(request, draft, access.own) };
  });
}

/** The inserted rows by place: all of the drafts, or none if the database holds them back for confirmation. */
async function insertDrafts(
  session: WriteSession,
  request: InsertRequest,
  drafts: readonly Draft[],
): Promise<Map<number, RowKey>> {
  const rows = new Map<number, RowKey>();
  if (drafts.length === 0) return rows;
  const { table } = request;
  const wanted = neededColumns(request, drafts);
  const { names, partial } = namedColumns(drafts.map((draft) => draft.values));
  const json = JSON.stringify(
    drafts.map(({ values, place }) => ({ ...values, ...givenMarks(partial, values), [placeKey]: place })),
  );
  const inserted = await session.write<Record<string, unknown>>(
    insertSql(table, names, partial, wanted),
    table.hasTenant ? [json, session.context.tenantId] : [json],
  );
  if (inserted.length === 0) return rows;
  for (const [place, draft] of drafts.entries()) rows.set(draft.place, inserted[place] ?? {});
  return rows;
}
