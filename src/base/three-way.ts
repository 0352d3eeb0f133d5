/** What was read, what has been typed on top of it, and what is stored by now. */
export interface Sides<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/** What both changed, each in another way: what is typed stays until somebody chooses (LOCK-01). */
export interface Clash {
  /** The field, or null where a whole row is there on one side only. */
  readonly field: string | null;
  /** The values of the field and of those that are only right together with it; null: the row is gone. */
  readonly mine: Fields | null;
  readonly theirs: Fields | null;
}

export type Fields = Readonly<Record<string, unknown>>;

export interface Merged<T> {
  readonly result: T;
  readonly clashes: readonly Clash[];
}

/** Whether two values would be stored alike. */
export type Same = (one: unknown, other: unknown) => boolean;

/**
 * What others have stored, with the fields on top that were changed here. `units` are fields that are judged and kept
 * together, such as a price and its mode; the first of a unit stands for it.
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

/** How the rows of a list are told apart and put together. */
export interface RowMerge<Row> {
  /** Stays the same while a row is typed and stored; null for a row that is not stored yet. */
  readonly idOf: (row: Row) => number | null;
  readonly merge: (sides: Sides<Row>) => Merged<Row>;
  /** A row that was changed here and is not stored any more, as one that is stored anew. */
  readonly asNew: (row: Row) => Row;
}

export interface MergedRows<Row> {
  readonly rows: readonly Row[];
  /** The row that each clash is about: as it stands in `rows`, or as it is stored where it was taken off here. */
  readonly clashes: readonly { readonly row: Row; readonly clash: Clash }[];
}

/**
 * A list as others have stored it, with what was changed here. A row that one side took off and the other changed is
 * a clash; until somebody chooses, it is as it was left here.
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

/** In the order of here where it was changed here, with what others added at the end; else in theirs. */
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
  // A new row stays behind the row that it was put behind.
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

/** Whether a row says what it said before: nothing of it would win over an opposite change. */
function isUntouched<Row>(before: Row, row: Row, merge: RowMerge<Row>['merge']): boolean {
  const { result } = merge({ base: before, mine: row, theirs: before });
  return JSON.stringify(result) === JSON.stringify(before);
}
