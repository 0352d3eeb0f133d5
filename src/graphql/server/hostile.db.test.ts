import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { durationOf, fastest } from '../../../tests/support/fastest.ts';
import { ask, type Library, openLibrary } from '../../../tests/support/graphql/library.ts';
import type { Graphql } from './graphql.ts';

let library: Library;
let graphql: Graphql;

beforeAll(async () => {
  library = await openLibrary();
  graphql = await library.graphql();
  const { tenantId } = library.admin;
  await library.test.sql(`insert into author (tenant_id, name) values ($1, 'Anna')`, [tenantId]);
  await library.test.sql(`insert into book (tenant_id, title, author_id) values ($1, 'Alpha', 1)`, [
    tenantId,
  ]);
});
afterAll(async () => {
  expect(library.logged).toEqual([]);
  await library.test.drop();
});

const nested = (depth: number) => `{ author ${'{ mentor '.repeat(depth)}{ id }${' }'.repeat(depth)} }`;
const bomb = () => {
  const fragments = Array.from(
    { length: 30 },
    (_, n) => `fragment f${n} on author { a: mentor { ...f${n + 1} } b: mentor { ...f${n + 1} } }`,
  );
  return `{ author { ...f0 } } ${fragments.join(' ')} fragment f30 on author { id }`;
};
const flatBomb = () => {
  const fragments = Array.from(
    { length: 30 },
    (_, n) => `fragment f${n} on author { ...f${n + 1} ...f${n + 1} }`,
  );
  return `{ author { ...f0 } } ${fragments.join(' ')} fragment f30 on author { id }`;
};
const deepWhere = (depth: number): unknown => {
  let where: unknown = { id: { _eq: 1 } };
  for (let place = 0; place < depth; place += 1) where = { _not: where };
  return where;
};

describe('hostile requests are refused cheaply with their own code', () => {
  it.each<[string, unknown, string, unknown?]>([
    ['no query', undefined, 'specific_field_required'],
    ['a number for a query', 7, 'specific_field_required'],
    ['an empty query', '', 'validation_failed'],
    ['malformed GraphQL', '{ book { id ', 'validation_failed'],
    ['binary garbage', '\u0000\u0001', 'validation_failed'],
    ['no field selected', '{ book }', 'validation_failed'],
    ['a field of a scalar', '{ book { id { x } } }', 'validation_failed'],
    ['an unknown field', '{ book { nope } }', 'specific_field_not_found'],
    ['an unknown argument', '{ book(nope: 1) { id } }', 'specific_field_not_found'],
    ['an unknown operator', '{ book(where: {id: {_near: 1}}) { id } }', 'specific_field_not_found'],
    ['a subscription', 'subscription { book { id } }', 'validation_failed'],
    ['two operations without a name', 'query a { book { id } } query b { book { id } }', 'validation_failed'],
    [
      '10,000 aliases',
      `{ ${Array.from({ length: 10_000 }, (_, n) => `a${n}: book { id }`).join(' ')} }`,
      'limit_exceeded',
    ],
    [
      '51 root fields',
      `{ ${Array.from({ length: 51 }, (_, n) => `a${n}: book { id }`).join(' ')} }`,
      'limit_exceeded',
    ],
    [
      '1,500 fields',
      `{ book { ${Array.from({ length: 1500 }, (_, n) => `a${n}: id`).join(' ')} } }`,
      'limit_exceeded',
    ],
    ['depth 200', nested(200), 'limit_exceeded'],
    ['depth 13', nested(12), 'limit_exceeded'],
    [
      'a fragment cycle',
      '{ book { ...a } } fragment a on book { ...b } fragment b on book { ...a }',
      'validation_failed',
    ],
    ['a fragment bomb', bomb(), 'limit_exceeded'],
    ['a flat fragment bomb', flatBomb(), 'limit_exceeded'],
    ['100,000 brackets', '{'.repeat(100_000), 'limit_exceeded'],
    ['a deep list literal', `{ book(where: {id: {_in: ${'['.repeat(2000)}}}) { id } }`, 'limit_exceeded'],
    [
      'deep variables',
      'query ($w: book_bool_exp) { book(where: $w) { id } }',
      'limit_exceeded',
      { w: deepWhere(10_000) },
    ],
    ['a list as variables', '{ book { id } }', 'invalid_type', [1]],
    [
      'a wide filter',
      'query ($w: book_bool_exp) { book(where: $w) { id } }',
      'limit_exceeded',
      { w: { _or: Array.from({ length: 20_000 }, (_, n) => ({ id: { _eq: n } })) } },
    ],
    ['a string for a number', '{ book(where: {pages: {_eq: "x"}}) { id } }', 'invalid_type'],
    ['a fraction for an id', '{ book_by_pk(id: 1.5) { id } }', 'invalid_type'],
    ['an id beyond 64 bits', '{ book_by_pk(id: "99999999999999999999") { id } }', 'invalid_type'],
    [
      'an object for an id',
      'query ($id: bigint!) { book_by_pk(id: $id) { id } }',
      'invalid_type',
      { id: { a: 1 } },
    ],
    ['a missing variable', 'query ($id: bigint!) { book_by_pk(id: $id) { id } }', 'specific_field_required'],
    [
      'null for a required variable',
      'query ($id: bigint!) { book_by_pk(id: $id) { id } }',
      'unexpected_null_value_for_type',
      { id: null },
    ],
    ['null in a comparison', '{ book(where: {id: {_eq: null}}) { id } }', 'unexpected_null_value_for_type'],
    [
      'a variable of another type',
      'query ($id: String) { book(where: {id: {_eq: $id}}) { id } }',
      'expected_type_but_found',
      { id: '1' },
    ],
    [
      'a list for an object',
      'query ($w: book_bool_exp) { book(where: $w) { id } }',
      'expected_type_but_found',
      { w: 'x' },
    ],
    ['an unknown enum value', '{ book(order_by: {id: sideways}) { id } }', 'invalid_type'],
    ['an impossible day', '{ book(where: {published: {_eq: "2021-02-29"}}) { id } }', 'invalid_type'],
    [
      'an impossible hour',
      '{ book(where: {created_at: {_eq: "2021-02-20T99:00:00Z"}}) { id } }',
      'invalid_type',
    ],
    ['a bad uuid', '{ book(where: {code: {_eq: "x"}}) { id } }', 'invalid_type'],
    ['a bad regular expression', '{ book(where: {title: {_regex: "("}}) { id } }', 'invalid_type'],
    ['a bad like pattern', '{ book(where: {title: {_like: "\\\\"}}) { id } }', 'invalid_type'],
    ['a NUL in a string', '{ book(where: {title: {_eq: "\\u0000"}}) { id } }', 'invalid_type'],
    ['a negative limit', '{ book(limit: -1) { id } }', 'validation_failed'],
    ['a negative offset', '{ book(offset: -1) { id } }', 'validation_failed'],
    ['a limit beyond 32 bits', '{ book(limit: 99999999999) { id } }', 'invalid_type'],
    [
      'distinct_on with another order',
      '{ book(distinct_on: pages, order_by: {id: asc}) { id } }',
      'validation_failed',
    ],
    ['a key longer than any name', `{ ${'a'.repeat(64)}: book { id } }`, 'value_too_long'],
    [
      'prototype names',
      'query ($w: book_bool_exp) { book(where: $w) { id } }',
      'specific_field_not_found',
      JSON.parse('{"w": {"__proto__": {"id": 1}}}'),
    ],
    ['constructor as a field', '{ constructor { id } }', 'specific_field_not_found'],
    [
      'both _set and _inc of a column',
      'mutation { update_book(where: {}, _set: {pages: 1}, _inc: {pages: 1}) { affected_rows } }',
      'validation_failed',
    ],
    [
      'a numeric overflow',
      'mutation { update_book(where: {}, _inc: {pages: 99999999999}) { affected_rows } }',
      'invalid_type',
    ],
  ])('%s', async (_name, query, code, variables) => {
    const refuse = async () => {
      const { body } = await graphql.execute(library.admin, { query, variables });
      const answer = JSON.parse(body) as { errors: { message: string; extensions: { code: string } }[] };
      expect(answer.errors[0]?.extensions.code).toBe(code);
      expect(answer.errors[0]?.message).toBe(`text of ${code}`);
    };
    expect(await fastest(2000, () => durationOf(refuse))).toBeLessThan(2000);
  });

  it('treats an oversized string as an ordinary value', async () => {
    const answer = await ask(
      graphql,
      library.admin,
      'query ($t: String) { book(where: {title: {_eq: $t}}) { id } }',
      { t: 'x'.repeat(900_000) },
    );
    expect(answer).toEqual({ data: { book: [] } });
  });

  it('answers introspection of any depth, cached the second time', async () => {
    const query = getIntrospectionQuery();
    const first = await graphql.execute(library.admin, { query });
    expect(JSON.parse(first.body)).toHaveProperty('data.__schema.types');
    const again = async () => expect((await graphql.execute(library.admin, { query })).body).toBe(first.body);
    expect(await fastest(100, () => durationOf(again))).toBeLessThan(100);
  });

  it('refuses an outdated token and a deleted person', async () => {
    for (const change of [{ tokenVersion: 99 }, { userId: 999_999, actorId: 999_999 }]) {
      const { errors } = await ask(graphql, { ...library.admin, ...change }, '{ book { id } }');
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'unauthenticated', hasura_code: 'invalid-jwt' });
    }
  });
});
