import { type GraphQLSchema, getNamedType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { someOf } from '../../../tests/support/depth.ts';
import {
  ask,
  type Library,
  openLibrary,
  refusalOf,
  shelveBooks,
} from '../../../tests/support/graphql/library.ts';
import type { Graphql } from './graphql.ts';

let library: Library;
let graphql: Graphql;
let schema: GraphQLSchema;

beforeAll(async () => {
  library = await openLibrary();
  graphql = await library.graphql();
  schema = graphql.schema({ kind: 'admin', price: true });
});
afterAll(() => library.test.drop());
beforeEach(() => shelveBooks(library));

/** A comparison of a book with the variable `$v`, and its type. */
interface Comparison {
  readonly where: string;
  /** Path within the filter of the book. */
  readonly place: string;
  readonly type: string;
}

/** Every operator of every column of a book, and of a count. */
function comparisons(): Comparison[] {
  const columns = [...fieldsOf('book_bool_exp')].filter(([, type]) => type.endsWith('_comparison_exp'));
  const counts = [['author.books_aggregate.count.predicate', 'Int_comparison_exp']] as const;
  return [...columns, ...counts].flatMap(([compared, type]) =>
    [...fieldsOf(type)].map(([operator, operand]) => {
      const [within, inner] = operator === '_cast' ? ['_cast.String._like', 'String'] : [operator, operand];
      const place = `${compared}.${within}`;
      return { where: written(place), place, type: inner };
    }),
  );
}

/** Turns `a.b` into `{a: {b: $v}}`. */
function written(place: string): string {
  return place.split('.').reduceRight((inner, key) => `{${key}: ${inner}}`, '$v');
}

/** The fields of an input type with their types. */
function fieldsOf(name: string): Map<string, string> {
  const type = schema.getType(name);
  if (!isInputObjectType(type)) throw new Error(`${name} is not an input type`);
  return new Map(
    Object.values(type.getFields()).map((field) => [
      field.name,
      isInputObjectType(getNamedType(field.type)) ? getNamedType(field.type).name : String(field.type),
    ]),
  );
}

/** Places of the comparison in a filter of books. */
const places: readonly (readonly [string, (where: string) => string])[] = [
  ['', (where) => where],
  ['', (where) => where.replace('{', '{_not: {id: {_eq: -1}}, ')],
  ['_and.0', (where) => `{_and: [${where}]}`],
  ['_and.1', (where) => `{_and: [{id: {_gt: 0}}, ${where}]}`],
  ['_and', (where) => `{_and: ${where}}`],
  ['_or.1', (where) => `{_or: [{id: {_eq: -1}}, ${where}]}`],
  ['_not', (where) => `{_not: ${where}}`],
  ['_not._not', (where) => `{_not: {_not: ${where}}}`],
  ['_and.0._or.0._not', (where) => `{_and: [{_or: [{_not: ${where}}]}]}`],
  ['author.books', (where) => `{author: {books: ${where}}}`],
  [
    'author.books_aggregate.count.filter',
    (where) => `{author: {books_aggregate: {count: {filter: ${where}, predicate: {_gt: 0}}}}}`,
  ],
];

interface Operation {
  readonly kind: 'query' | 'mutation';
  /** From the answer to the arguments. */
  readonly path: string;
  /** From the arguments to the filter. */
  readonly place: string;
  readonly ask: (where: string) => string;
}

const onConflict = (where: string) =>
  `on_conflict: {constraint: author_pkey, update_columns: [name], where: {books: ${where}}}`;
const bookConflict = (where: string) =>
  `on_conflict: {constraint: book_pkey, update_columns: [title], where: ${where}}`;

const operations: readonly Operation[] = [
  { kind: 'query', path: 'book', place: 'where', ask: (where) => `book(where: ${where}) { id }` },
  {
    kind: 'query',
    path: 'b',
    place: 'where',
    ask: (where) => `b: book_aggregate(where: ${where}) { aggregate { count } nodes { id } }`,
  },
  {
    kind: 'query',
    path: 'author.selectionSet.books',
    place: 'where',
    ask: (where) => `author { books(where: ${where}) { id } }`,
  },
  {
    kind: 'query',
    path: 'author_by_pk.selectionSet.books_aggregate',
    place: 'where',
    ask: (where) => `author_by_pk(id: 1) { books_aggregate(where: ${where}) { aggregate { count } } }`,
  },
  {
    kind: 'mutation',
    path: 'update_book',
    place: 'where',
    ask: (where) => `update_book(where: ${where}, _set: {pages: 7}) { affected_rows }`,
  },
  {
    kind: 'mutation',
    path: 'update_book_many',
    place: 'updates.1.where',
    ask: (where) =>
      `update_book_many(updates: [{where: {id: {_eq: 1}}, _set: {pages: 7}}, {where: ${where}, _inc: {pages: 7}}]) { affected_rows }`,
  },
  {
    kind: 'mutation',
    path: 'delete_book',
    place: 'where',
    ask: (where) => `delete_book(where: ${where}) { affected_rows }`,
  },
  {
    kind: 'mutation',
    path: 'delete_book.selectionSet.returning.selectionSet.author.selectionSet.books',
    place: 'where',
    ask: (where) =>
      `delete_book(where: {id: {_eq: 1}}) { returning { author { books(where: ${where}) { id } } } }`,
  },
  {
    kind: 'mutation',
    path: 'insert_author',
    place: 'on_conflict.where.books',
    ask: (where) => `insert_author(objects: [{id: 1, name: "New"}], ${onConflict(where)}) { affected_rows }`,
  },
  {
    kind: 'mutation',
    path: 'insert_author_one',
    place: 'object.books.on_conflict.where',
    ask: (where) =>
      `insert_author_one(object: {name: "New", books: {data: [{id: 1, title: "New"}], ${bookConflict(where)}}}) { id }`,
  },
];

interface Case {
  readonly query: string;
  readonly path: string;
  readonly field: string;
}

/** Every operator in every place of every operation. */
function cases(): Case[] {
  return operations.flatMap(({ kind, path, place, ask: asked }) =>
    comparisons().flatMap((comparison) =>
      places.map(([around, inside]) => {
        const field = [place, around, comparison.place].filter(Boolean).join('.');
        return {
          query: `${kind} ($v: ${comparison.type}) { ${asked(inside(comparison.where))} }`,
          path: `$.selectionSet.${path}.args.${field}`,
          field,
        };
      }),
    ),
  );
}

const run = (query: string, variables?: unknown) => ask(graphql, library.admin, query, variables);
const refused = (query: string, variables?: unknown) => refusalOf(library, () => run(query, variables));

describe('API-46 a comparison with an unsent variable', () => {
  it('is refused with its place, for every operator, place and operation, and changes nothing', async () => {
    const all = cases();
    expect(all.length).toBeGreaterThan(10_000);
    const reported = await refusalOf(library, async () => {
      for (const { query, path, field } of someOf(all, 31)) {
        const { data, errors } = await run(query, {});
        const { code, values, ...place } = { ...errors?.[0]?.extensions };
        expect([data, code, place.path, place.field], query).toEqual([
          undefined,
          'variable_not_sent',
          path,
          field,
        ]);
      }
      return {};
    });
    expect(reported).toBeUndefined();
  });

  it('with null is refused for the null', async () => {
    await refusalOf(library, async () => {
      for (const { query } of someOf(cases(), 101)) {
        const { errors } = await run(query, { v: null });
        expect(errors?.[0]?.extensions.code, query).toBe('unexpected_null_value_for_type');
      }
      return {};
    });
  });

  it('uses the default of the variable', async () => {
    const query = 'mutation ($v: bigint = 1) { delete_book(where: {id: {_eq: $v}}) { affected_rows } }';
    expect((await run(query)).data).toEqual({ delete_book: { affected_rows: 1 } });
  });

  it('is ignored in a field that is skipped', async () => {
    const query = `query ($id: bigint, $with: Boolean!) {
      author { id } book(where: {id: {_eq: $id}}) @include(if: $with) { id } }`;
    expect((await run(query, { with: false })).data).toEqual({ author: [{ id: 1 }, { id: 2 }] });
    expect((await run(query, { with: true })).errors).toHaveLength(1);
  });

  it("is found in fragments, with the fragment's name", async () => {
    const refusal = await refused(
      'query ($id: bigint) { author { ...shelf } } fragment shelf on author { books(where: {id: {_eq: $id}}) { id } }',
    );
    expect(refusal).toMatchObject({ path: '$.fragments.shelf.selectionSet.books.args.where.id._eq' });
  });
});

describe('API-46 other unsent variables', () => {
  it.each([
    ['a whole comparison', 'query ($v: bigint_comparison_exp) { book(where: {id: $v}) { id } }', 'where.id'],
    ['a whole condition', 'query ($v: book_bool_exp) { book(where: {_not: $v}) { id } }', 'where._not'],
    ['a list of conditions', 'query ($v: [book_bool_exp!]) { book(where: {_and: $v}) { id } }', 'where._and'],
    ['a relation', 'query ($v: author_bool_exp) { book(where: {author: $v}) { id } }', 'where.author'],
    [
      'a count',
      'query ($v: book_aggregate_bool_exp_count) { author(where: {books_aggregate: {count: $v}}) { id } }',
      'where.books_aggregate.count',
    ],
    [
      'a counted selection',
      'query ($v: Boolean) { author(where: {books_aggregate: {count: {distinct: $v, predicate: {_eq: 1}}}}) { id } }',
      'where.books_aggregate.count.distinct',
    ],
    [
      'a part of a JSON value',
      'query ($v: Int) { book(where: {facts: {_contains: {a: $v}}}) { id } }',
      'where.facts._contains.a',
    ],
    [
      'a column to sort by',
      'query ($v: order_by) { book(order_by: {pages: $v}, limit: 1) { id } }',
      'order_by.pages',
    ],
    [
      'a value to set',
      'mutation ($v: Int) { update_book(where: {}, _set: {pages: $v, title: "x"}) { affected_rows } }',
      'pages',
    ],
    [
      'all values to set',
      'mutation ($v: book_set_input) { update_book(where: {}, _inc: {pages: 1}, _set: $v) { affected_rows } }',
      '_set',
    ],
    [
      'a value to add',
      'mutation ($v: Int) { update_book_by_pk(pk_columns: {id: 1}, _inc: {pages: $v}) { id } }',
      'pages',
    ],
    [
      'the expected state of a row',
      'mutation ($v: timestamptz) { update_book_by_pk(pk_columns: {id: 1}, _set: {updated_at: $v, pages: 1}) { id } }',
      'updated_at',
    ],
    [
      'the expected state of an object',
      `mutation ($v: timestamptz) { insert_book(objects: [{id: 1, pages: 3, updated_at: $v}],
        on_conflict: {constraint: book_pkey, update_columns: [pages]}) { affected_rows } }`,
      'objects.0.updated_at',
    ],
    [
      'the row of an object',
      'mutation ($v: bigint) { insert_author_one(object: {id: $v, name: "New"}) { id } }',
      'object.id',
    ],
    [
      'the row of a nested object',
      `mutation ($v: bigint) { insert_author_one(object: {name: "New", books: {data: [{id: $v, title: "New"}],
        on_conflict: {constraint: book_pkey, update_columns: [title]}}}) { id } }`,
      'object.books.data.0.id',
    ],
    [
      'the action on a conflict',
      'mutation ($v: author_on_conflict) { insert_author_one(object: {name: "New"}, on_conflict: $v) { id } }',
      'on_conflict',
    ],
  ])('%s: refused', async (_, query, place) => {
    const reported = await refused(query);
    expect(reported).toMatchObject({ code: 'variable_not_sent', values: { variable: 'v' } });
    expect(reported?.path).toMatch(
      new RegExp(`^\\$\\.selectionSet\\.\\w+\\.args\\..*${place.replaceAll('.', '\\.')}$`),
    );
  });

  it.each([
    ['a filter', 'query ($v: book_bool_exp) { rows: book(where: $v) { id } }'],
    ['an order', 'query ($v: [book_order_by!]) { rows: book(order_by: $v) { id } }'],
    ['a limit and an offset', 'query ($v: Int) { rows: book(limit: $v, offset: $v) { id } }'],
  ])('%s of a query is optional as a whole, as in Hasura', async (_, query) => {
    expect((await run(query)).data.rows).toHaveLength(2);
  });

  it('a missing value of a new row has its default', async () => {
    const query =
      'mutation ($v: Boolean) { insert_author_one(object: {name: "New", active: $v}) { active } }';
    expect((await run(query)).data).toEqual({ insert_author_one: { active: true } });
  });
});
