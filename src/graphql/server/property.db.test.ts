import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDepth } from '../../../tests/support/depth.ts';
import {
  type Arguments,
  evaluate,
  type Field,
  type Kind,
  type Order,
  type Rows,
  shapes,
  summary,
  type TableName,
  type Where,
} from '../../../tests/support/graphql/evaluate.ts';
import { ask, type Library, openLibrary } from '../../../tests/support/graphql/library.ts';
import { PlainSql } from '../../../tests/support/graphql/plain-sql.ts';
import type { Graphql } from './graphql.ts';

let library: Library;
let graphql: Graphql;
let rows: Rows;

/** Few distinct values and many nulls, so that random conditions often match and orders often tie. */
beforeAll(async () => {
  library = await openLibrary();
  graphql = await library.graphql();
  const { sql } = library.test;
  const { tenantId } = library.admin;
  await sql(
    `insert into author (tenant_id, name, born, active, mentor_id)
      select $1, 'A' || n, case when n % 3 > 0 then date '2000-01-01' + n % 4 end, n % 2 = 0, nullif(n / 2, 0) from generate_series(1, 9) n`,
    [tenantId],
  );
  await sql(
    `insert into book (tenant_id, title, author_id, editor_id, pages, published, in_print)
      select $1, (array['ab', 'AB', 'ba', 'abc', 'c_%'])[1 + n % 5], 1 + n % 7, case when n % 4 > 0 then 1 + n * 5 % 9 end,
        case when n % 6 > 0 then n % 5 end, case when n % 3 > 0 then date '2000-01-01' + n % 3 end,
        (array[true, false, null])[1 + n % 3] from generate_series(1, 40) n`,
    [tenantId],
  );
  await sql(
    `insert into chapter (tenant_id, book_id, name, words)
      select $1, 1 + n * 7 % 23, 'c' || n % 4, case when n % 5 > 0 then n % 7 end from generate_series(1, 90) n`,
    [tenantId],
  );
  const read = async (table: TableName, columns: string): Promise<Rows[TableName]> => {
    const found = await sql<{ row: Rows[TableName][number] }>(
      `select row_to_json(t) as row from (select ${columns} from ${table}) t`,
    );
    return found.map(({ row }) => row);
  };
  rows = {
    author: await read('author', 'id, name, active, born, mentor_id'),
    book: await read('book', 'id, title, author_id, editor_id, pages, published, in_print'),
    chapter: await read('chapter', 'id, book_id, name, words'),
  };
});
afterAll(() => library.test.drop());

const values: Readonly<Record<Kind, fc.Arbitrary<number | string | boolean>>> = {
  number: fc.integer({ min: 0, max: 9 }),
  text: fc.constantFrom('ab', 'AB', 'ba', 'abc', 'c_%', 'A1', 'c2'),
  flag: fc.boolean(),
  day: fc.constantFrom('2000-01-01', '2000-01-02', '2000-01-03'),
};

function comparisonOf(kind: Kind): fc.Arbitrary<Where> {
  const value = values[kind];
  const one = fc.tuple(fc.constantFrom('_eq', '_neq', '_gt', '_gte', '_lt', '_lte'), value);
  const many = fc.tuple(fc.constantFrom('_in', '_nin'), fc.array(value, { maxLength: 3 }));
  const empty = fc.tuple(fc.constant('_is_null'), fc.boolean());
  const pattern = fc.tuple(
    fc.constantFrom('_like', '_nlike', '_ilike'),
    fc.constantFrom('a%', '%b', '_b', 'ab', '%'),
  );
  const operation = kind === 'text' ? fc.oneof(one, many, empty, pattern) : fc.oneof(one, many, empty);
  return fc
    .array(operation as fc.Arbitrary<[string, unknown]>, { minLength: 1, maxLength: 2 })
    .map(Object.fromEntries);
}

function whereOf(table: TableName, depth: number): fc.Arbitrary<Where> {
  const { columns, objects, arrays } = shapes[table];
  const columnTerm = fc
    .constantFrom(...Object.entries(columns))
    .chain(([name, kind]) => comparisonOf(kind).map((comparison): Where => ({ [name]: comparison })));
  if (depth === 0) return columnTerm;
  const inner = (other: TableName) => whereOf(other, depth - 1);
  const relations = Object.entries({ ...objects, ...arrays }).map(([name, link]) =>
    inner(link.table).map((where): Where => ({ [name]: where })),
  );
  const counts = Object.entries(arrays).map(([name, link]) =>
    fc
      .record({ filter: inner(link.table), predicate: comparisonOf('number') })
      .map((count): Where => ({ [`${name}_aggregate`]: { count } })),
  );
  const several = fc.array(
    fc.constant(null).chain(() => whereOf(table, depth - 1)),
    { maxLength: 3 },
  );
  return fc.oneof(
    columnTerm,
    columnTerm,
    several.map((all): Where => ({ _and: all })),
    several.map((any): Where => ({ _or: any })),
    inner(table).map((where): Where => ({ _not: where })),
    fc.tuple(columnTerm, inner(table)).map(([a, b]): Where => ({ ...a, ...b })),
    ...relations,
    ...counts,
  );
}

const direction = fc.constantFrom(
  'asc',
  'desc',
  'asc_nulls_first',
  'asc_nulls_last',
  'desc_nulls_first',
  'desc_nulls_last',
);

function orderOf(table: TableName): fc.Arbitrary<Order> {
  const { columns, objects, arrays } = shapes[table];
  const byColumn = (of: Readonly<Record<string, Kind>>) =>
    fc.tuple(fc.constantFrom(...Object.keys(of)), direction).map(([name, way]): Order => ({ [name]: way }));
  const byObject = Object.entries(objects).map(([name, link]) =>
    byColumn(shapes[link.table].columns).map((order): Order => ({ [name]: order })),
  );
  const byCount = Object.entries(arrays).flatMap(([name, link]) => [
    direction.map((count): Order => ({ [`${name}_aggregate`]: { count } })),
    fc
      .tuple(fc.constantFrom('max', 'min', 'sum'), fc.constantFrom(...numbersOf(link.table)), direction)
      .map(
        ([aggregate, column, way]): Order => ({ [`${name}_aggregate`]: { [aggregate]: { [column]: way } } }),
      ),
  ]);
  return fc.oneof(byColumn(columns), byColumn(columns), ...byObject, ...byCount);
}

function numbersOf(table: TableName): string[] {
  return Object.entries(shapes[table].columns)
    .filter(([, kind]) => kind === 'number')
    .map(([name]) => name);
}

function argumentsOf(table: TableName, depth: number): fc.Arbitrary<Arguments> {
  const free = fc.record(
    {
      where: whereOf(table, depth),
      order_by: fc.array(orderOf(table), { minLength: 1, maxLength: 3 }),
      limit: fc.integer({ min: 0, max: 8 }),
      offset: fc.integer({ min: 0, max: 4 }),
    },
    { requiredKeys: ['order_by'] },
  );
  const distinct = fc
    .tuple(
      fc.subarray(Object.keys(shapes[table].columns), { minLength: 1, maxLength: 2 }),
      fc.array(direction, { minLength: 2, maxLength: 2 }),
      free,
    )
    .map(
      ([columns, ways, args]): Arguments => ({
        ...args,
        distinct_on: columns,
        order_by: [...columns.map((name, place): Order => ({ [name]: ways[place] })), ...args.order_by],
      }),
    );
  // Without a limit the compiler leaves ties unordered, so the order includes the key.
  return fc.oneof({ weight: 4, arbitrary: free }, { weight: 1, arbitrary: distinct }).map((args) => ({
    ...args,
    order_by: [...args.order_by, { id: 'asc' }].slice(0, args.limit === undefined ? undefined : -1),
  }));
}

function fieldsOf(table: TableName, depth: number): fc.Arbitrary<readonly Field[]> {
  const { columns, objects, arrays } = shapes[table];
  const column = fc
    .constantFrom(...Object.keys(columns))
    .map((name): Field => ({ kind: 'column', key: name, column: name }));
  const nested =
    depth === 0
      ? []
      : [
          ...Object.entries(objects).map(([name, link]) =>
            fieldsOf(link.table, depth - 1).map(
              (fields): Field => ({ kind: 'object', key: name, name, fields }),
            ),
          ),
          ...Object.entries(arrays).flatMap(([name, link]) => [
            fc
              .tuple(argumentsOf(link.table, 1), fieldsOf(link.table, depth - 1))
              .map(([args, fields]): Field => ({ kind: 'array', key: name, name, args, fields })),
            fc
              .tuple(argumentsOf(link.table, 1), fc.constantFrom(...numbersOf(link.table)))
              .map(([args, by]): Field => ({ kind: 'aggregate', key: name, name, args, column: by })),
          ]),
        ];
  return fc
    .array(fc.oneof(column, ...nested), { minLength: 1, maxLength: 4 })
    .map((fields) => fields.map((field, place) => ({ ...field, key: `k${place}` })));
}

// Printing.

function literal(value: unknown, enums: boolean): string {
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, enums)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, item]) => `${key}: ${literal(item, enums)}`)
      .join(', ')}}`;
  }
  return enums ? String(value) : JSON.stringify(value);
}

function printedArguments(args: Arguments): string {
  const printed = Object.entries(args).map(
    ([key, value]) => `${key}: ${literal(value, key === 'order_by' || key === 'distinct_on')}`,
  );
  return `(${printed.join(', ')})`;
}

const aggregateFields = (column: string) => `{ aggregate { count max { ${column} } min { ${column} } } }`;

function printedFields(fields: readonly Field[]): string {
  const printed = fields.map((field) => {
    if (field.kind === 'column') return `${field.key}: ${field.column}`;
    if (field.kind === 'object') return `${field.key}: ${field.name} ${printedFields(field.fields)}`;
    if (field.kind === 'array')
      return `${field.key}: ${field.name}${printedArguments(field.args)} ${printedFields(field.fields)}`;
    return `${field.key}: ${field.name}_aggregate${printedArguments(field.args)} ${aggregateFields(field.column)}`;
  });
  return `{ ${printed.join(' ')} }`;
}

/** A list and its aggregate in one request; the filter is a variable, everything else is in the text. */
function printed(table: TableName, args: Arguments, fields: readonly Field[], counted: string) {
  const { where, ...others } = args;
  const list = printedArguments({ ...others, ...(where && { where: '$w' as never }) }).replace('"$w"', '$w');
  const head = where ? `query ($w: ${table}_bool_exp) ` : '';
  const query = `${head}{ list: ${table}${list} ${printedFields(fields)} sum: ${table}_aggregate${list} ${aggregateFields(counted)} }`;
  return { query, variables: { w: where } };
}

const requests = fc.constantFrom<TableName>('author', 'book', 'chapter').chain((table) =>
  fc.record({
    table: fc.constant(table),
    args: argumentsOf(table, 3),
    fields: fieldsOf(table, 2),
    counted: fc.constantFrom(...numbersOf(table)),
  }),
);

describe('API-03 random queries', () => {
  it('return the same as a plain evaluation over the rows', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async ({ table, args, fields, counted }) => {
        const { query, variables } = printed(table, args, fields, counted);
        const answer = await ask(graphql, library.admin, query, variables);
        expect(answer.errors).toBeUndefined();
        expect(answer.data.list).toEqual(evaluate(rows, table, args, fields));
        expect(answer.data.sum).toEqual(summary(rows, table, args, counted));
      }),
      { numRuns: inDepth(100, 1200) },
    );
  });

  it('return the same as straightforward SQL over the rows', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async ({ table, args, fields, counted }) => {
        const { query, variables } = printed(table, args, fields, counted);
        const answer = await ask(graphql, library.admin, query, variables);
        const plain = new PlainSql();
        const [expected] = await library.test.sql(
          `select ${plain.list(table, args, fields)} as list, ${plain.summary(table, args, counted)} as sum`,
        );
        expect(answer).toEqual({ data: expected });
      }),
      { numRuns: inDepth(100, 1200) },
    );
  });
});
