import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

beforeAll(async () => {
  library = await openLibrary();
  graphql = await library.graphql();
});
afterAll(() => library.test.drop());
beforeEach(() => shelveBooks(library));

const run = (query: string, variables?: unknown) => ask(graphql, library.admin, query, variables);
const refused = (query: string, variables?: unknown) => refusalOf(library, () => run(query, variables));

/** Conditions that match all rows, with the place of the empty part. Refused in literals as well. */
const emptyComparisons: readonly (readonly [string, object])[] = [
  ['id', { id: {} }],
  ['id', { pages: { _gt: 0 }, id: {} }],
  ['facts', { facts: {} }],
  ['facts._cast', { facts: { _cast: {} } }],
  ['facts._cast.String', { facts: { _cast: { String: {} } } }],
  ['_and.1.id', { _and: [{ id: { _gt: 0 } }, { id: {} }] }],
  ['_or.0.id', { _or: [{ id: {} }] }],
  ['_not.id', { _not: { id: {} } }],
  ['author.name', { author: { name: {} } }],
  ['author.books_aggregate', { author: { books_aggregate: {} } }],
  ['author.books_aggregate.count.predicate', { author: { books_aggregate: { count: { predicate: {} } } } }],
];

/** Conditions that, in a variable, could be the result of values dropped by JSON. */
const emptyFilters: readonly (readonly [string, object])[] = [
  ['', {}],
  ['_or.1', { _or: [{ id: { _eq: -1 } }, {}] }],
  ['_and.0', { _and: [{}] }],
  ['_and', { _and: [] }],
  ['_not._not', { _not: { _not: {} } }],
  ['author', { author: {} }],
  [
    'author.books_aggregate.count.filter',
    { author: { books_aggregate: { count: { filter: {}, predicate: { _gt: 0 } } } } },
  ],
  ['facts._contains', { facts: { _contains: {} } }],
];

/** Writes with a filter of books, and the path from the arguments to the filter. */
const writes: readonly (readonly [string, string, (where: string) => string])[] = [
  ['update_book', 'where', (where) => `update_book(where: ${where}, _set: {pages: 7}) { affected_rows }`],
  [
    'update_book_many',
    'updates.0.where',
    (where) => `update_book_many(updates: [{where: ${where}, _set: {pages: 7}}]) { affected_rows }`,
  ],
  ['delete_book', 'where', (where) => `delete_book(where: ${where}) { affected_rows }`],
  [
    'insert_book',
    'on_conflict.where',
    (where) => `insert_book(objects: [{id: 1, pages: 7}],
      on_conflict: {constraint: book_pkey, update_columns: [pages], where: ${where}}) { affected_rows }`,
  ],
  [
    'insert_author_one',
    'object.books.on_conflict.where',
    (where) => `insert_author_one(object: {name: "New", books: {data: [{id: 1, title: "New"}],
      on_conflict: {constraint: book_pkey, update_columns: [title], where: ${where}}}}) { id }`,
  ],
];

/** A value as a GraphQL literal. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"(\w+)":/g, '$1:');
}

const placeOf = (before: string, place: string) => [before, place].filter(Boolean).join('.');

describe('API-46 an empty condition', () => {
  it.each(writes)(
    '%s: an empty comparison is refused as a literal and in a variable',
    async (name, at, write) => {
      for (const [place, where] of emptyComparisons) {
        const field = placeOf(at, place);
        const expected = { code: 'condition_empty', field, path: `$.selectionSet.${name}.args.${field}` };
        expect(await refused(`mutation { ${write(literal(where))} }`), literal(where)).toMatchObject(
          expected,
        );
        const inVariable = await refused(`mutation ($w: book_bool_exp!) { ${write('$w')} }`, { w: where });
        expect(inVariable, literal(where)).toMatchObject(expected);
      }
    },
  );

  it.each(writes)('%s: an empty filter in a variable is refused as well', async (_, at, write) => {
    for (const [place, where] of emptyFilters) {
      const reported = await refused(`mutation ($w: book_bool_exp!) { ${write('$w')} }`, { w: where });
      expect(reported, literal(where)).toMatchObject({ code: 'condition_empty', field: placeOf(at, place) });
    }
    const byDefault = await refused(`mutation ($w: book_bool_exp! = {}) { ${write('$w')} }`);
    expect(byDefault).toMatchObject({ code: 'condition_empty', field: at });
    const inside = await refused(
      `mutation ($w: book_bool_exp!) { ${write('{_and: [{id: {_gt: 0}}, $w]}')} }`,
      {
        w: {},
      },
    );
    expect(inside).toMatchObject({ code: 'condition_empty', field: `${at}._and.1` });
  });

  it('is refused in a variable with all updates', async () => {
    const query = 'mutation ($u: [book_updates!]!) { update_book_many(updates: $u) { affected_rows } }';
    const updates = [
      { where: { id: { _eq: 1 } }, _set: { pages: 7 } },
      { where: { id: {} }, _inc: { pages: 7 } },
    ];
    expect(await refused(query, { u: updates })).toMatchObject({ field: 'updates.1.where.id' });
    expect(await refused(query, { u: updates[1] })).toMatchObject({ field: 'updates.0.where.id' });
  });

  it('is refused in a variable with all objects', async () => {
    const query = 'mutation ($o: author_insert_input!) { insert_author_one(object: $o) { id } }';
    const on_conflict = { constraint: 'book_pkey', update_columns: ['title'], where: { id: {} } };
    const object = { name: 'New', books: { data: [{ id: 1, title: 'New' }], on_conflict } };
    expect(await refused(query, { o: object })).toMatchObject({ field: 'object.books.on_conflict.where.id' });
  });

  it('matches all rows if written as a literal filter, as in Hasura', async () => {
    expect(
      (await run('mutation { update_book(where: {}, _set: {pages: 7}) { affected_rows } }')).data,
    ).toEqual({
      update_book: { affected_rows: 2 },
    });
    expect((await run('mutation { delete_book(where: {author: {}}) { affected_rows } }')).data).toEqual({
      delete_book: { affected_rows: 2 },
    });
  });

  it('matches all rows in a query, as in Hasura', async () => {
    const query = 'query ($w: book_bool_exp) { book(where: $w) { id } }';
    for (const [, where] of [...emptyFilters.slice(0, 4), ...emptyComparisons.slice(0, 5)])
      expect((await run(query, { w: where })).data.book, literal(where)).toHaveLength(2);
  });

  it('is different from an empty value of a column', async () => {
    const { data } = await run(
      `mutation ($o: book_insert_input!, $f: jsonb) {
        insert_book_one(object: $o) { id }
        update_book(where: {facts: {_eq: $f}}, _set: {tags: []}) { affected_rows } }`,
      { o: { title: 'New', author_id: 1, facts: {} }, f: {} },
    );
    expect(data.update_book).toEqual({ affected_rows: 1 });
  });

  it('null in a count, its filter or a cast is refused like any null in a comparison', async () => {
    for (const where of [
      '{author: {books_aggregate: {count: null}}}',
      '{author: {books_aggregate: {count: {filter: null, predicate: {_gt: 0}}}}}',
      '{facts: {_cast: {String: null}}}',
    ])
      expect(
        await refused(`mutation { delete_book(where: ${where}) { affected_rows } }`),
        where,
      ).toMatchObject({
        code: 'unexpected_null_value_for_type',
      });
  });
});
