import { linkPairs, type Relation, tableOf } from '../model.ts';
import type { RowKey } from '../source.ts';
import { type Draft, type InsertRequest, type InsertResult, insertRows } from './insert.ts';
import type { OnConflict } from './targets.ts';
import type { Values, WriteSession } from './write-session.ts';

/** The value of a relation in an object: one row of an object relation, several of an array relation. */
export interface NestedInsert {
  readonly data: Values | readonly Values[];
  readonly on_conflict?: OnConflict | null;
}

/** The columns of this side that connect a row with its nested rows. */
export function linkColumns(relation: Relation): readonly string[] {
  return linkPairs(relation).map(([mine]) => mine);
}

/** Inserts the rows that drafts point to and gives the drafts their keys; answers how many rows were written. */
export async function insertParents(
  session: WriteSession,
  request: InsertRequest,
  drafts: readonly Draft[],
): Promise<number> {
  const inserts = drafts.flatMap((draft) =>
    draft.parents.map(([relation, insert]) => ({ draft, relation, insert, objects: objectsOf(insert) })),
  );
  let affected = 0;
  for (const group of together(inserts)) {
    const { objects, places } = meantRows(group);
    const pairs = linkPairs(group[0].relation);
    const needs = pairs.map(([, theirs]) => theirs);
    const result = await insertRelated(session, request, group[0], objects, { given: [], needs });
    affected += result.affected;
    for (const [index, { draft }] of group.entries()) {
      const row = result.rows.get(places[index] ?? -1) ?? {};
      for (const [mine, theirs] of pairs) draft.values[mine] = row[theirs];
    }
  }
  return affected;
}

/**
 * The rows that several objects mean, and the place of each one's row among them. Without `on_conflict` every
 * object is a row of its own; with it, equal objects mean one row.
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

/** Inserts the rows that point to the rows of the drafts; answers how many were written. */
export async function insertChildren(
  session: WriteSession,
  request: InsertRequest,
  drafts: readonly Draft[],
  rows: ReadonlyMap<number, RowKey>,
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
    const result = await insertRelated(session, request, group[0], objects, { given, needs: [] });
    affected += result.affected;
  }
  return affected;
}

interface Nested {
  readonly relation: Relation;
  readonly insert: NestedInsert;
  readonly objects: readonly Values[];
}

/** Those of one relation and one `on_conflict` share their statements. */
function together<Insert extends Nested>(inserts: readonly Insert[]): [Insert, ...Insert[]][] {
  const groups = Map.groupBy(
    inserts,
    ({ relation, insert }) => `${relation.name} ${JSON.stringify(insert.on_conflict ?? null)}`,
  );
  return [...groups.values()] as [Insert, ...Insert[]][];
}

function insertRelated(
  session: WriteSession,
  request: InsertRequest,
  { relation, insert }: Nested,
  objects: readonly Values[],
  columns: Pick<InsertRequest, 'given' | 'needs'>,
): Promise<InsertResult> {
  return insertRows(session, {
    table: tableOf(session.engine.model, relation.table),
    objects,
    onConflict: insert.on_conflict ?? undefined,
    field: `${request.field}.${relation.name}`,
    ...columns,
  });
}

function objectsOf({ data }: NestedInsert): readonly Values[] {
  return [data].flat();
}

function keysFor(relation: Relation, parent: RowKey): Values {
  return Object.fromEntries(linkPairs(relation).map(([mine, theirs]) => [theirs, parent[mine]]));
}
