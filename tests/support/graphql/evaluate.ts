/**
 * Evaluates queries over plain rows in memory, independently of the compiler: the reference for its property test.
 * Only the features of the random queries are covered.
 */

export type Cell = number | string | boolean | null;
export type Row = Readonly<Record<string, Cell>>;
export type Rows = Readonly<Record<TableName, readonly Row[]>>;
export type TableName = 'author' | 'book' | 'chapter';
export type Kind = 'number' | 'text' | 'flag' | 'day';

interface Link {
  readonly table: TableName;
  readonly mine: string;
  readonly theirs: string;
}

interface Shape {
  readonly columns: Readonly<Record<string, Kind>>;
  readonly objects: Readonly<Record<string, Link>>;
  readonly arrays: Readonly<Record<string, Link>>;
}

export const shapes: Readonly<Record<TableName, Shape>> = {
  author: {
    columns: { id: 'number', name: 'text', active: 'flag', born: 'day', mentor_id: 'number' },
    objects: { mentor: { table: 'author', mine: 'mentor_id', theirs: 'id' } },
    arrays: {
      books: { table: 'book', mine: 'id', theirs: 'author_id' },
      books_by_editor_id: { table: 'book', mine: 'id', theirs: 'editor_id' },
      authors: { table: 'author', mine: 'id', theirs: 'mentor_id' },
    },
  },
  book: {
    columns: {
      id: 'number',
      title: 'text',
      pages: 'number',
      published: 'day',
      in_print: 'flag',
      editor_id: 'number',
    },
    objects: {
      author: { table: 'author', mine: 'author_id', theirs: 'id' },
      editor: { table: 'author', mine: 'editor_id', theirs: 'id' },
    },
    arrays: { chapters: { table: 'chapter', mine: 'id', theirs: 'book_id' } },
  },
  chapter: {
    columns: { id: 'number', name: 'text', words: 'number' },
    objects: { book: { table: 'book', mine: 'book_id', theirs: 'id' } },
    arrays: {},
  },
};

export type Where = Readonly<Record<string, unknown>>;
export type Order = Readonly<Record<string, unknown>>;

export interface Arguments {
  readonly where?: Where;
  readonly order_by: readonly Order[];
  readonly limit?: number;
  readonly offset?: number;
  readonly distinct_on?: readonly string[];
}

export type Field =
  | { readonly kind: 'column'; readonly key: string; readonly column: string }
  | {
      readonly kind: 'object';
      readonly key: string;
      readonly name: string;
      readonly fields: readonly Field[];
    }
  | {
      readonly kind: 'array';
      readonly key: string;
      readonly name: string;
      readonly args: Arguments;
      readonly fields: readonly Field[];
    }
  | {
      readonly kind: 'aggregate';
      readonly key: string;
      readonly name: string;
      readonly args: Arguments;
      readonly column: string;
    };

/** True, false or unknown. */
type Truth = boolean | null;

function not(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

function and(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(null) ? null : true;
}

function or(truths: readonly Truth[]): Truth {
  return not(and(truths.map(not)));
}

function linked(rows: Rows, link: Link, row: Row): readonly Row[] {
  const value = row[link.mine] ?? null;
  return value === null ? [] : rows[link.table].filter((other) => other[link.theirs] === value);
}

function holds(rows: Rows, table: TableName, row: Row, where: Where): Truth {
  return and(
    Object.entries(where).map(([key, value]): Truth => {
      const each = () => (value as Where[]).map((inner) => holds(rows, table, row, inner));
      if (key === '_and') return and(each());
      if (key === '_or') return or(each());
      if (key === '_not') return not(holds(rows, table, row, value as Where));
      const shape = shapes[table];
      if (key in shape.columns) return compared(row[key] ?? null, value as Where);
      if (key.endsWith('_aggregate')) {
        const { predicate, filter } = (value as { count: { predicate: Where; filter: Where } }).count;
        return compared(matching(rows, shape.arrays[key.slice(0, -10)], row, filter).length, predicate);
      }
      return matching(rows, shape.objects[key] ?? shape.arrays[key], row, value as Where).length > 0;
    }),
  );
}

function matching(rows: Rows, link: Link | undefined, row: Row, where: Where): readonly Row[] {
  if (!link) throw new Error('no such relation');
  return linked(rows, link, row).filter((other) => holds(rows, link.table, other, where) === true);
}

function compared(cell: Cell, comparisons: Where): Truth {
  return and(Object.entries(comparisons).map(([operator, operand]) => comparison(cell, operator, operand)));
}

function comparison(cell: Cell, operator: string, operand: unknown): Truth {
  const list = operand as Cell[];
  if (operator === '_is_null') return (cell === null) === operand;
  if (operator === '_in') return list.length === 0 ? false : cell === null ? null : list.includes(cell);
  if (operator === '_nin') return list.length === 0 ? true : cell === null ? null : !list.includes(cell);
  if (cell === null) return null;
  const other = operand as string | number | boolean;
  switch (operator) {
    case '_eq':
      return cell === other;
    case '_neq':
      return cell !== other;
    case '_gt':
      return cell > other;
    case '_gte':
      return cell >= other;
    case '_lt':
      return cell < other;
    case '_lte':
      return cell <= other;
    case '_like':
      return like(cell, other, '');
    case '_nlike':
      return !like(cell, other, '');
    case '_ilike':
      return like(cell, other, 'i');
    default:
      throw new Error(`unknown operator ${operator}`);
  }
}

function like(cell: Cell, pattern: unknown, flags: string): boolean {
  return new RegExp(`^${String(pattern).replaceAll('%', '.*').replaceAll('_', '.')}$`, `s${flags}`).test(
    String(cell),
  );
}

interface Sort {
  readonly value: (row: Row) => Cell;
  readonly direction: string;
}

function sorts(rows: Rows, table: TableName, order: Order, reach: (row: Row) => Row | undefined): Sort[] {
  const shape = shapes[table];
  return Object.entries(order).flatMap(([key, value]): Sort[] => {
    if (key in shape.columns)
      return [{ value: (row) => reach(row)?.[key] ?? null, direction: value as string }];
    const object = shape.objects[key];
    if (object) {
      return sorts(rows, object.table, value as Order, (row) => {
        const from = reach(row);
        return from && linked(rows, object, from)[0];
      });
    }
    const array = shape.arrays[key.slice(0, -10)];
    return Object.entries(value as Record<string, unknown>).map(([aggregate, what]): Sort => {
      const [column = '', direction] =
        typeof what === 'string' ? [undefined, what] : (Object.entries(what as object)[0] ?? []);
      const found = (row: Row): readonly Row[] => {
        const from = reach(row);
        return from && array ? linked(rows, array, from) : [];
      };
      return { value: (row) => aggregated(found(row), aggregate, column), direction: direction as string };
    });
  });
}

function aggregated(rows: readonly Row[], aggregate: string, column: string): Cell {
  if (aggregate === 'count') return rows.length;
  const cells = rows.map((row) => row[column] ?? null).filter((cell) => cell !== null);
  if (cells.length === 0) return null;
  if (aggregate === 'sum') return cells.reduce<number>((sum, cell) => sum + Number(cell), 0);
  return cells.reduce((best, cell) => ((aggregate === 'max' ? cell > best : cell < best) ? cell : best));
}

function sorted(rows: Rows, table: TableName, chosen: readonly Row[], orders: readonly Order[]): Row[] {
  const all = orders.flatMap((order) => sorts(rows, table, order, (row) => row));
  const byKey: Sort = { value: (row) => row.id ?? null, direction: 'asc' };
  return [...chosen].sort((a, b) => {
    for (const { value, direction } of [...all, byKey]) {
      const result = ranked(value(a), value(b), direction);
      if (result !== 0) return result;
    }
    return 0;
  });
}

function ranked(a: Cell, b: Cell, direction: string): number {
  const descending = direction.startsWith('desc');
  const nullsFirst =
    direction.endsWith('nulls_first') || (direction === 'desc' && !direction.endsWith('last'));
  if (a === null || b === null) return a === b ? 0 : (a === null) === nullsFirst ? -1 : 1;
  const ascending = a < b ? -1 : a > b ? 1 : 0;
  return descending ? -ascending : ascending;
}

function chosen(rows: Rows, table: TableName, from: readonly Row[], args: Arguments): readonly Row[] {
  const { where, order_by: orderBy, limit, offset = 0, distinct_on: distinct = [] } = args;
  const kept = where ? from.filter((row) => holds(rows, table, row, where) === true) : from;
  const seen = new Set<string>();
  const ordered = sorted(rows, table, kept, orderBy).filter((row) => {
    if (distinct.length === 0) return true;
    const key = JSON.stringify(distinct.map((column) => row[column] ?? null));
    return !seen.has(key) && seen.add(key);
  });
  return ordered.slice(offset, limit === undefined ? undefined : offset + limit);
}

/** The answer of a list. */
export function evaluate(
  rows: Rows,
  table: TableName,
  args: Arguments,
  fields: readonly Field[],
  from: readonly Row[] = rows[table],
): unknown[] {
  return chosen(rows, table, from, args).map((row) => selected(rows, table, row, fields));
}

function selected(rows: Rows, table: TableName, row: Row, fields: readonly Field[]): unknown {
  const shape = shapes[table];
  return Object.fromEntries(
    fields.map((field): [string, unknown] => {
      if (field.kind === 'column') return [field.key, row[field.column] ?? null];
      const link = shape.objects[field.name] ?? shape.arrays[field.name];
      if (!link) throw new Error('no such relation');
      const others = linked(rows, link, row);
      if (field.kind === 'array')
        return [field.key, evaluate(rows, link.table, field.args, field.fields, others)];
      if (field.kind === 'aggregate')
        return [field.key, summary(rows, link.table, field.args, field.column, others)];
      return [field.key, others[0] ? selected(rows, link.table, others[0], field.fields) : null];
    }),
  );
}

/** `{ aggregate { count max { column } min { column } } }`. */
export function summary(
  rows: Rows,
  table: TableName,
  args: Arguments,
  column: string,
  from: readonly Row[] = rows[table],
): unknown {
  const counted = chosen(rows, table, from, args);
  return {
    aggregate: {
      count: counted.length,
      max: { [column]: aggregated(counted, 'max', column) },
      min: { [column]: aggregated(counted, 'min', column) },
    },
  };
}
