import { linkPairs, type Relation, tableOf } from '../model.ts';
import type { RowKey } from '../source.ts';
import type { Draft, InsertRequest, InsertResult, NestedInsert } from './insert-request.ts';
import type { Values, WriteSession } from './write-session.ts';

/** Inserts rows with everything nested in them. Passed in, because rows and nested rows call each other. */
export type InsertRows = (session: WriteSession, request: InsertRequest) => Promise<InsertResult>;

/** Inserts the rows referenced by drafts and sets the drafts' keys; returns the number of rows written. */
export async function insertParents(
  session: WriteSession,
  request: InsertRequest,
  drafts: readonly Draft[],
  insertRows: InsertRows,
): Promise<number> {
  const inserts = drafts.flatMap((draft) =>
    draft.parents.map(([relation, insert]) => ({ draft, relation, insert, objects: objectsOf(insert) })),
  );
  let affected = 0;
  for (const group of together(inserts)) {
    const { objects, places } = meantRows(group);
    const pairs = linkPairs(group[0].relation);
    const needs = pairs.map(([, theirs]) => theirs);
    const result = await insertRows(
      session,
      relatedRequest(session, request, group[0], objects, { given: [], needs }),
    );
    affected += result.affected;
    for (const [index, { draft }] of group.entries()) {
      const row = result.rows.get(places[index] ?? -1) ?? {};
      for (const [mine, theirs] of pairs) draft.values[mine] = row[theirs];
    }
  }
  return affected;
}

/**
 * The distinct rows of several objects, and the place of each object's row among them. Without `on_conflict` every
 * object is its own row; with it, equal objects are one row.
 */
function meantRows(group: readonly Nested[]): { objects: readonly Values[]; places: readonly number[] } {
  const objects: Values[] = [];
  const known = new Map<string, number>();
  const places = group.map((nested, index) => {
    const words = nested.insert.on_conflict ? JSON.stringify(nested.objects) : String(index);
    const place = known.get(words) ?? objects.length;
    if (!known.has(words)) objects.push(...nested.objects);
    known.set(words, place);
    return place;
  });
  return { objects, places };
}

/** Inserts the rows that reference the drafts' rows; returns the number written. */
export async function insertChildren(
  session: WriteSession,
  request: InsertRequest,
  drafts: readonly Draft[],
  rows: ReadonlyMap<number, RowKey>,
  insertRows: InsertRows,
): Promise<number> {
  const inserts = drafts.flatMap((draft) =>
    draft.children.map(([relation, insert]) => {
      const keys = keysFor(relation, rows.get(draft.place) ?? {});
      return { relation, insert, objects: objectsOf(insert).map((object) => ({ ...object, ...keys })) };
    }),
  );
  let affected = 0;
  for (const group of together(inserts)) {
    const given = linkPairs(group[0].relation).map(([, theirs]) => theirs);
    const objects = group.flatMap((nested) => nested.objects);
    const result = await insertRows(
      session,
      relatedRequest(session, request, group[0], objects, { given, needs: [] }),
    );
    affected += result.affected;
  }
  return affected;
}

interface Nested {
  readonly relation: Relation;
  readonly insert: NestedInsert;
  readonly objects: readonly Values[];
}

/** Inserts of one relation and one `on_conflict` share their statements. */
function together<Insert extends Nested>(inserts: readonly Insert[]): [Insert, ...Insert[]][] {
  const groups = Map.groupBy(
    inserts,
    ({ relation, insert }) => `${relation.name} ${JSON.stringify(insert.on_conflict ?? null)}`,
  );
  return [...groups.values()] as [Insert, ...Insert[]][];
}

function relatedRequest(
  session: WriteSession,
  request: InsertRequest,
  { relation, insert }: Nested,
  objects: readonly Values[],
  columns: Pick<InsertRequest, 'given' | 'needs'>,
): InsertRequest {
  return {
    table: tableOf(session.engine.model, relation.table),
    objects,
    onConflict: insert.on_conflict ?? undefined,
    field: `${request.field}.${relation.name}`,
    ...columns,
  };
}

function objectsOf({ data }: NestedInsert): readonly Values[] {
  return [data].flat();
}

function keysFor(relation: Relation, parent: RowKey): Values {
  return Object.fromEntries(linkPairs(relation).map(([mine, theirs]) => [theirs, parent[mine]]));
}
