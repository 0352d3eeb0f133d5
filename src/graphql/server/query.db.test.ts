import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Library, openLibrary } from '../../../tests/support/graphql/library.ts';
import type { Graphql } from './graphql.ts';

let library: Library;
let graphql: Graphql;

beforeAll(async () => {
  library = await openLibrary();
  graphql = await library.graphql();
  const { tenantId } = library.admin;
  const { sql } = library.test;
  await sql(
    `insert into author (tenant_id, name, born, mentor_id) values
      ($1, 'Anna', '1900-01-02', null), ($1, 'Bert', null, 1), ($1, 'Carl', '1950-06-07', 1), ($2, 'Foreign', null, null)`,
    [tenantId, library.foreign.tenantId],
  );
  await sql(
    `insert into book (tenant_id, title, author_id, editor_id, pages, price, rating, published, facts, tags, in_print) values
      ($1, 'Alpha', 1, 2, 100, 12.50, 4.5, '2001-01-01', '{"isbn": "1", "deep": {"a": [1]}}', '{red,blue}', true),
      ($1, 'Beta', 1, null, 200, 20, null, '2002-01-01', null, '{}', false),
      ($1, 'Gamma', 2, 1, null, null, 3.5, null, '{"isbn": "3"}', null, null),
      ($1, 'hidden thing', 2, null, 1, 1, 1, null, null, null, null),
      ($2, 'Far away', 4, null, 1, 1, 1, null, null, null, null)`,
    [tenantId, library.foreign.tenantId],
  );
  await sql(
    `insert into chapter (tenant_id, book_id, name, words, cost)
    select $1, 1 + n % 3, 'ch' || n, n * 10, n from generate_series(1, 7) n`,
    [tenantId],
  );
  await sql(`insert into cover (tenant_id, book_id, colour) values ($1, 1, 'green')`, [tenantId]);
});
afterAll(() => library.test.drop());

async function data(
  query: string,
  variables?: unknown,
  context = library.admin,
): Promise<Record<string, unknown>> {
  const answer = await ask(graphql, context, query, variables);
  expect(answer.errors).toBeUndefined();
  return answer.data;
}

describe('API-03 queries', () => {
  it('selects by key, with relations both ways, aliases, fragments and __typename', async () => {
    const answer = await data(
      `query ($id: bigint!, $no: Boolean!) {
        b: book_by_pk(id: $id) { __typename id ...T author { name mentor { name } } editor { name }
          cover { colour } r: chapters(order_by: {words: desc}, limit: 1) { name } skipped: pages @skip(if: true)
          gone: pages @include(if: $no) }
        missing: book_by_pk(id: 999) { id }
        foreign: book_by_pk(id: 5) { id }
      }
      fragment T on book { title: title price published tags facts in_print }`,
      { id: 1, no: false },
    );
    expect(answer).toEqual({
      b: {
        __typename: 'book',
        id: 1,
        title: 'Alpha',
        price: 12.5,
        published: '2001-01-01',
        tags: ['red', 'blue'],
        facts: { isbn: '1', deep: { a: [1] } },
        in_print: true,
        author: { name: 'Anna', mentor: null },
        editor: { name: 'Bert' },
        cover: { colour: 'green' },
        r: [{ name: 'ch6' }],
      },
      missing: null,
      foreign: null,
    });
  });

  it('accepts keys that are words of SQL or of the compiler', async () => {
    expect(
      await data('{ r: author(where: {id: {_eq: 1}}) { r: id select: name t1: id row_to_json: id a0: id } }'),
    ).toEqual({
      r: [{ r: 1, select: 'Anna', t1: 1, row_to_json: 1, a0: 1 }],
    });
  });

  it.each([
    ['{_eq: "Alpha"}', 'title', [1]],
    ['{_neq: "Alpha"}', 'title', [2, 3]],
    ['{_in: ["Alpha", "Gamma"]}', 'title', [1, 3]],
    ['{_nin: ["Alpha", "Gamma"]}', 'title', [2]],
    ['{_in: []}', 'title', []],
    ['{_nin: []}', 'title', [1, 2, 3]],
    ['{_like: "%a"}', 'title', [1, 2, 3]],
    ['{_like: "A%"}', 'title', [1]],
    ['{_nlike: "A%"}', 'title', [2, 3]],
    ['{_ilike: "a%"}', 'title', [1]],
    ['{_nilike: "a%"}', 'title', [2, 3]],
    ['{_regex: "^[AB]"}', 'title', [1, 2]],
    ['{_iregex: "^g"}', 'title', [3]],
    ['{_nregex: "^[AB]"}', 'title', [3]],
    ['{_niregex: "^g"}', 'title', [1, 2]],
    ['{_similar: "(A|B)%"}', 'title', [1, 2]],
    ['{_nsimilar: "(A|B)%"}', 'title', [3]],
    ['{_gt: 100}', 'pages', [2]],
    ['{_gte: 100, _lt: 200}', 'pages', [1]],
    ['{_is_null: true}', 'pages', [3]],
    ['{_is_null: false}', 'pages', [1, 2]],
    ['{_neq: 100}', 'pages', [2]],
    ['{_lte: "12.50"}', 'price', [1]],
    ['{_eq: 12.5}', 'price', [1]],
    ['{_eq: true}', 'in_print', [1]],
    ['{_gt: "2001-06-01"}', 'published', [2]],
    ['{_contains: {isbn: "3"}}', 'facts', [3]],
    ['{_has_key: "deep"}', 'facts', [1]],
    ['{_has_keys_all: ["isbn", "deep"]}', 'facts', [1]],
    ['{_has_keys_any: ["deep", "nope"]}', 'facts', [1]],
    ['{_contained_in: {isbn: "3", more: 1}}', 'facts', [3]],
    ['{_in: [{isbn: "3"}, 7]}', 'facts', [3]],
    ['{_nin: [{isbn: "3"}]}', 'facts', [1]],
    ['{_gt: {isbn: "3"}}', 'facts', [1]],
    ['{_cast: {String: {_like: "%deep%"}}}', 'facts', [1]],
    ['{_contains: ["red"]}', 'tags', [1]],
    ['{_eq: []}', 'tags', [2]],
    ['{_is_null: true}', 'facts', [2]],
    ['{}', 'facts', [1, 2, 3]],
  ])('filters by %s on %s', async (filter, column, ids) => {
    const answer = await data(`{ book(where: {${column}: ${filter}}, order_by: {id: asc}) { id } }`);
    expect(answer).toEqual({ book: ids.map((id) => ({ id })) });
  });

  it.each([
    ['{_and: []}', [1, 2, 3]],
    ['{_or: []}', []],
    ['{_not: {}}', []],
    ['{_or: [{pages: {_eq: 100}}, {_and: [{title: {_like: "G%"}}, {rating: {_gt: 3}}]}]}', [1, 3]],
    ['{_not: {pages: {_eq: 100}}}', [2]],
    ['{author: {name: {_eq: "Anna"}}}', [1, 2]],
    ['{editor: {}}', [1, 3]],
    ['{_not: {editor: {}}}', [2]],
    ['{author: {mentor: {name: {_eq: "Anna"}}}}', [3]],
    ['{chapters: {words: {_gte: 60}}}', [1, 2]],
    ['{_not: {chapters: {words: {_gte: 60}}}}', [3]],
    ['{cover: {colour: {_eq: "green"}}}', [1]],
    ['{chapters_aggregate: {count: {predicate: {_eq: 3}}}}', [2]],
    ['{chapters_aggregate: {count: {filter: {words: {_gt: 20}}, predicate: {_lt: 2}}}}', [3]],
  ])('filters by %s', async (where, ids) => {
    expect(await data(`{ book(where: ${where}, order_by: {id: asc}) { id } }`)).toEqual({
      book: ids.map((id) => ({ id })),
    });
  });

  it.each([
    ['[{author: {name: desc}}, {title: desc}]', [3, 2, 1]],
    ['{pages: asc_nulls_first}', [3, 1, 2]],
    ['{pages: desc}', [3, 2, 1]],
    ['{pages: desc_nulls_last}', [2, 1, 3]],
    ['[{chapters_aggregate: {count: desc}}, {id: desc}]', [2, 3, 1]],
    ['{chapters_aggregate: {max: {words: desc}}}', [2, 1, 3]],
    ['[{editor: {name: desc_nulls_last}}]', [1, 3, 2]],
  ])('orders by %s', async (order, ids) => {
    expect(await data(`{ book(order_by: ${order}) { id } }`)).toEqual({ book: ids.map((id) => ({ id })) });
  });

  it('pages, with ties broken by the key, and returns one row per distinct value', async () => {
    expect(
      await data(`{
        a: book(order_by: {author: {active: asc}}, limit: 2) { id }
        b: book(order_by: {author: {active: asc}}, limit: 2, offset: 2) { id }
        c: book(distinct_on: [author_id], order_by: [{author_id: asc}, {pages: desc_nulls_last}]) { id }
        d: book(distinct_on: author_id) { author_id }
      }`),
    ).toEqual({
      a: [{ id: 1 }, { id: 2 }],
      b: [{ id: 3 }],
      c: [{ id: 2 }, { id: 3 }],
      d: [{ author_id: 1 }, { author_id: 2 }],
    });
  });

  it('API-03 aggregates variances and deviations', async () => {
    const all = 'stddev { n } stddev_pop { n } stddev_samp { n } var_pop { n } var_samp { n } variance { n }';
    const { book_aggregate: answer } = await data(
      `{ book_aggregate { aggregate { ${all.replaceAll('n }', 'pages }')} } } }`,
    );
    const { aggregate } = answer as { aggregate: Record<string, { pages: number }> };
    const rounded = Object.entries(aggregate).map(([name, { pages }]) => [name, Math.round(pages)]);
    expect(Object.fromEntries(rounded)).toEqual({
      stddev: 71,
      stddev_pop: 50,
      stddev_samp: 71,
      var_pop: 2500,
      var_samp: 5000,
      variance: 5000,
    });
  });

  it('API-03 sorts by variances of a relation', async () => {
    const sorted = (direction: string) =>
      data(
        `{ author(order_by: [{books_aggregate: {var_pop: {pages: ${direction}}}}, {id: asc}]) {
           id books_aggregate { aggregate { var_pop { pages } } } } }`,
      );
    type Sorted = { author: { books_aggregate: { aggregate: { var_pop: { pages: number | null } } } }[] };
    const spreads = ((await sorted('asc_nulls_first')) as Sorted).author.map(
      ({ books_aggregate: { aggregate } }) => aggregate.var_pop.pages ?? -1,
    );
    expect(spreads).toEqual(spreads.toSorted((one, other) => one - other));
    expect(new Set(spreads).size).toBeGreaterThan(1);
  });

  it('aggregates, at the root and in relations', async () => {
    expect(
      await data(`{
        book_aggregate(where: {author: {name: {_eq: "Anna"}}}) {
          __typename
          aggregate { count n: count(columns: editor_id) d: count(columns: [author_id], distinct: true)
            sum { pages price p: price } avg { pages } min { title published } max { title } __typename }
          nodes { id chapters_aggregate(where: {words: {_gt: 10}}) { aggregate { count sum { words } } nodes { words } } }
        }
        limited: book_aggregate(limit: 1, order_by: {pages: desc_nulls_last}) { aggregate { count max { pages } } }
        none: book_aggregate(where: {id: {_eq: -1}}) { aggregate { count sum { pages } } nodes { id } }
      }`),
    ).toEqual({
      book_aggregate: {
        __typename: 'book_aggregate',
        aggregate: {
          count: 2,
          n: 1,
          d: 1,
          sum: { pages: 300, price: 32.5, p: 32.5 },
          avg: { pages: 150 },
          min: { title: 'Alpha', published: '2001-01-01' },
          max: { title: 'Beta' },
          __typename: 'book_aggregate_fields',
        },
        nodes: [
          {
            id: 1,
            chapters_aggregate: {
              aggregate: { count: 2, sum: { words: 90 } },
              nodes: [{ words: 30 }, { words: 60 }],
            },
          },
          {
            id: 2,
            chapters_aggregate: {
              aggregate: { count: 2, sum: { words: 110 } },
              nodes: [{ words: 40 }, { words: 70 }],
            },
          },
        ],
      },
      limited: { aggregate: { count: 1, max: { pages: 200 } } },
      none: { aggregate: { count: 0, sum: { pages: null } }, nodes: [] },
    });
  });

  it('aggregates under more keys than a function call has arguments', async () => {
    const keys = Array.from({ length: 120 }, (_, n) => `k${n}`);
    const answer = await data(
      `{ book_aggregate { aggregate { max { ${keys.map((key) => `${key}: pages`).join(' ')} } } } }`,
    );
    expect(answer).toEqual({
      book_aggregate: { aggregate: { max: Object.fromEntries(keys.map((key) => [key, 200])) } },
    });
    const many = Array.from({ length: 120 }, (_, n) => `c${n}: title`).join(' ');
    expect(await data(`{ book_by_pk(id: 1) { ${many} } }`)).toMatchObject({ book_by_pk: { c119: 'Alpha' } });
  });

  it('names relations as in data-layer.md, with several keys to one parent, and includes declared ones of views', async () => {
    expect(
      await data(
        `{ author_by_pk(id: 1) { books { id } books_by_editor_id { id } authors { name } statistics { books worth } } }`,
      ),
    ).toEqual({
      author_by_pk: {
        books: [{ id: 1 }, { id: 2 }],
        books_by_editor_id: [{ id: 3 }],
        authors: [{ name: 'Bert' }, { name: 'Carl' }],
        statistics: { books: 2, worth: 32.5 },
      },
    });
  });

  it('answers introspection, alone and with data, for the same role', async () => {
    const answer = await data(
      '{ __schema { queryType { name } } __type(name: "book") { name } author_by_pk(id: 1) { id } __typename }',
    );
    expect(answer).toEqual({
      __schema: { queryType: { name: 'query_root' } },
      __type: { name: 'book' },
      author_by_pk: { id: 1 },
      __typename: 'query_root',
    });
  });

  it('ROLE-07 masks amounts without prices and refuses to filter, sort or aggregate by them', async () => {
    expect(await data('{ book_by_pk(id: 1) { price chapters { cost words } } }', {}, library.user)).toEqual({
      book_by_pk: {
        price: null,
        chapters: [
          { cost: null, words: 30 },
          { cost: null, words: 60 },
        ],
      },
    });
    for (const query of [
      '{ book(where: {price: {_gt: 1}}) { id } }',
      '{ book(order_by: {price: asc}) { id } }',
      '{ book(order_by: {chapters_aggregate: {sum: {cost: asc}}}) { id } }',
      '{ book_aggregate { aggregate { sum { price } } } }',
      '{ author { statistics { worth } books(where: {price: {_gt: 1}}) { id } } }',
    ]) {
      const { errors } = await ask(graphql, library.user, query);
      expect(errors?.[0]?.extensions.code).toBe('specific_field_not_found');
    }
    const distinct = await ask(graphql, library.user, '{ book(distinct_on: price) { id } }');
    expect(distinct.errors?.[0]?.extensions.code).toBe('invalid_type');
  });

  it('TECH-05 shows nothing of another tenant, and nothing hidden or secret', async () => {
    expect(await data('{ book { id } author { name } }', {}, library.foreign)).toEqual({
      book: [{ id: 5 }],
      author: [{ name: 'Foreign' }],
    });
    for (const column of ['secret', 'tenant_id']) {
      const { errors } = await ask(graphql, library.admin, `{ book { ${column} } }`);
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'specific_field_not_found',
        field: column,
        values: { type: 'book' },
      });
    }
  });

  it('API-05 refuses a list of more than 5,000 rows without a limit, also if nested', async () => {
    const { tenantId } = library.foreign;
    await library.test.sql(
      `insert into author (tenant_id, name, mentor_id) select $1, 'n' || n, 4 from generate_series(1, 5001) n`,
      [tenantId],
    );
    for (const query of [
      '{ author { id } }',
      '{ author_by_pk(id: 4) { authors { id } } }',
      '{ author_aggregate { nodes { id } } }',
    ]) {
      const { errors } = await ask(graphql, library.foreign, query);
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'limit_exceeded' });
    }
    const fine = await data(
      '{ author(limit: 6000) { id } author_aggregate { aggregate { count } } }',
      {},
      library.foreign,
    );
    expect(fine.author).toHaveLength(5002);
  });
});
