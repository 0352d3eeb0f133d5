/** The value as read, as edited here, and as stored by now. */
export interface Sides<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/** A value changed differently by both; the own input stays until somebody chooses (LOCK-01). */
export interface Clash {
  /** The field, or null if a whole row exists on one side only. */
  readonly field: string | null;
  /** The values of the field and its dependent fields; null: the row is gone. */
  readonly mine: Fields | null;
  readonly theirs: Fields | null;
}

export type Fields = Readonly<Record<string, unknown>>;

export interface Merged<T> {
  readonly result: T;
  readonly clashes: readonly Clash[];
}

/** Whether two values are stored identically. */
export type Same = (one: unknown, other: unknown) => boolean;

/**
 * The stored values of others, with the fields changed here on top. `units` are dependent fields that are compared
 * and kept together, such as a price and its mode; the first of a unit names it.
 */
export function mergedFields<Row extends object>(
  sides: Sides<Row>,
  same: Same,
  units: readonly (readonly string[])[] = [],
): Merged<Row> {
  const [base, mine, theirs] = [valuesOf(sides.base), valuesOf(sides.mine), valuesOf(sides.theirs)];
  const inUnits = new Set(units.flat());
  const single = [...theirs.keys()].filter((name) => !inUnits.has(name)).map((name) => [name]);
  const kept: [string, unknown][] = [];
  const clashes: Clash[] = [];
  for (const unit of [...units, ...single]) {
    const differs = (one: Values, other: Values) =>
      unit.some((name) => !same(one.get(name), other.get(name)));
    if (!differs(base, mine) || !differs(mine, theirs)) continue;
    kept.push(...picked(mine, unit));
    if (!differs(base, theirs)) continue;
    clashes.push({
      field: unit[0] ?? null,
      mine: Object.fromEntries(picked(mine, unit)),
      theirs: Object.fromEntries(picked(theirs, unit)),
    });
  }
  return { result: { ...sides.theirs, ...Object.fromEntries(kept) } as Row, clashes };
}

type Values = ReadonlyMap<string, unknown>;

function valuesOf(row: object): Values {
  return new Map<string, unknown>(Object.entries(row));
}

function fieldsOf(row: object): Fields {
  return Object.fromEntries(Object.entries(row));
}

function picked(row: Values, names: readonly string[]): [string, unknown][] {
  return names.map((name) => [name, row.get(name)]);
}

/** How rows of a list are identified and merged. */
export interface RowMerge<Row> {
  /** Stable while a row is edited and stored; null for a row not stored yet. */
  readonly idOf: (row: Row) => number | null;
  readonly merge: (sides: Sides<Row>) => Merged<Row>;
  /** A row changed here that is no longer stored, as a new one. */
  readonly asNew: (row: Row) => Row;
}

export interface MergedRows<Row> {
  readonly rows: readonly Row[];
  /** The row of each clash: as in `rows`, or as stored if it was removed here. */
  readonly clashes: readonly { readonly row: Row; readonly clash: Clash }[];
}

/**
 * A list as stored by others, merged with the changes made here. A row removed by one side and changed by the other
 * is a clash; until somebody chooses, it stays as it is here.
 */
export function mergedRows<Row extends object>(
  sides: Sides<readonly Row[]>,
  { idOf, merge, asNew }: RowMerge<Row>,
): MergedRows<Row> {
  const base = byId(sides.base, idOf);
  const mine = byId(sides.mine, idOf);
  const theirs = byId(sides.theirs, idOf);
  const clashes: { row: Row; clash: Clash }[] = [];
  const kept = sides.mine.flatMap((row) => {
    const id = idOf(row);
    const before = id === null ? undefined : base.get(id);
    if (id === null || before === undefined) return [row];
    const now = theirs.get(id);
    if (now === undefined) {
      if (isUntouched(before, row, merge)) return [];
      const own = asNew(row);
      clashes.push({ row: own, clash: { field: null, mine: fieldsOf(row), theirs: null } });
      return [own];
    }
    const { result, clashes: found } = merge({ base: before, mine: row, theirs: now });
    clashes.push(...found.map((clash) => ({ row: result, clash })));
    return [result];
  });
  const added = sides.theirs.filter((row) => {
    const id = idOf(row);
    return id !== null && !base.has(id) && !mine.has(id);
  });
  for (const [id, now] of theirs) {
    const before = base.get(id);
    if (before === undefined || mine.has(id) || isUntouched(before, now, merge)) continue;
    clashes.push({ row: now, clash: { field: null, mine: null, theirs: fieldsOf(now) } });
  }
  return { rows: arranged({ ...sides, mine: kept }, added, idOf), clashes };
}

/** In the own order if it was changed here, with rows added by others at the end; else in theirs. */
function arranged<Row>(
  { base, mine, theirs }: Sides<readonly Row[]>,
  added: readonly Row[],
  idOf: (row: Row) => number | null,
): readonly Row[] {
  const own = byId(mine, idOf);
  const order = (rows: readonly Row[]): string =>
    rows
      .map(idOf)
      .filter((id) => id !== null && own.has(id))
      .join();
  if (order(base) !== order(mine)) return [...mine, ...added];
  const isAdded = new Set(added);
  const rows = theirs.flatMap((row) => {
    const id = idOf(row);
    const merged = id === null ? undefined : own.get(id);
    return merged === undefined ? (isAdded.has(row) ? [row] : []) : [merged];
  });
  // A new row stays after the row it was inserted after.
  for (const [place, row] of mine.entries()) {
    if (idOf(row) !== null) continue;
    const previous = mine[place - 1];
    rows.splice(previous === undefined ? 0 : rows.indexOf(previous) + 1 || rows.length, 0, row);
  }
  return rows;
}

type ById<Row> = ReadonlyMap<number, Row>;

function byId<Row>(rows: readonly Row[], idOf: (row: Row) => number | null): ById<Row> {
  return new Map(
    rows.flatMap((row) => {
      const id = idOf(row);
      return id === null ? [] : [[id, row] as const];
    }),
  );
}

/** Whether a row is unchanged: none of its values would override an opposite change. */
function isUntouched<Row>(before: Row, row: Row, merge: RowMerge<Row>['merge']): boolean {
  const { result } = merge({ base: before, mine: row, theirs: before });
  return JSON.stringify(result) === JSON.stringify(before);
}
