import { buildSchema, GraphQLError, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { checkUnused, coercedVariables, measureVariables } from './variables.ts';

const limitOf = async (variables: unknown) =>
  (await measureVariables(variables, defaultLimits)).refusal?.values?.what;

function operationOf(text: string): OperationDefinitionNode {
  const [operation] = parse(text).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('the operation comes first');
  return operation;
}

describe('API-05 variables', () => {
  it('are measured without recursion', async () => {
    let deep: unknown = 1;
    for (let place = 0; place < 200_000; place += 1) deep = [deep];
    expect(await limitOf({ deep })).toBe('nesting');
    expect(await limitOf({ a: [{ b: null }], c: 'x' })).toBeUndefined();
  });

  it('ERR-06 with a text that PostgreSQL cannot store are refused, naming the field', async () => {
    const field = async (variables: unknown) =>
      (await measureVariables(variables, defaultLimits)).refusal?.field;
    expect(await field({ object: { name: 'a\u0000' } })).toBe('name');
    expect(await field({ where: { _or: [{ name: { _in: ['a', '\u0000'] } }] } })).toBe('name');
    expect(await field({ comment: '\u0000' })).toBe('comment');
    expect(await field({ comment: 'a\u0001' })).toBeUndefined();
  });

  it('API-44 that use a pattern are detected as costly at any depth', async () => {
    const isCostly = async (variables: unknown) =>
      (await measureVariables(variables, defaultLimits)).isCostly;
    expect(await isCostly({ where: { _or: [{ name: { _iregex: 'a' } }] } })).toBe(true);
    expect(await isCostly({ where: { _or: [{ name: { _ilike: 'a' } }] } })).toBe(false);
  });

  it('API-48 are refused above the limits of list members and object keys', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => n);
    expect(await limitOf({ where: { id: { _in: ids(10_000) } } })).toBeUndefined();
    expect(await limitOf({ where: { id: { _in: ids(10_001) } } })).toBe('list members');
    const keys = (count: number) => Object.fromEntries(ids(count).map((n) => [`k${n}`, n]));
    expect(await limitOf({ a: keys(1000) })).toBeUndefined();
    expect(await limitOf({ a: keys(1001) })).toBe('keys');
  });

  it('API-48 include a few that the operation does not declare', () => {
    const operation = operationOf('query ($known: Int) { a(b: $known) }');
    const some = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, n]));
    expect(checkUnused(operation, { known: 1, ...some(20) }, defaultLimits)).toBeUndefined();
    expect(checkUnused(operation, { known: 1, ...some(21) }, defaultLimits)?.values).toEqual({
      what: 'unused variables',
      limit: 20,
    });
  });
});

describe('API-48 long lists of variables', () => {
  const schema = buildSchema(
    'input Row { id: Int!, name: String } type Query { a(rows: [Row!]!, n: Int): Int }',
  );
  const operation = operationOf('query ($rows: [Row!]!, $n: Int = 7) { a(rows: $rows, n: $n) }');
  const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));

  it('are coerced as in one step, with the defaults of the others', async () => {
    for (const count of [0, 1, 250, 251, 1000])
      expect(await coercedVariables(schema, operation, { rows: rows(count) })).toEqual({
        rows: rows(count),
        n: 7,
      });
  });

  it('report the place of an invalid member in the whole list', async () => {
    for (const place of [3, 250, 777]) {
      const wrong = rows(1000).map((row) => (row.id === place ? { id: 'x' } : row));
      const error = await coercedVariables(schema, operation, { rows: wrong }).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(GraphQLError);
      expect(error.message).toContain(`at "rows[${place}].id"`);
    }
  });
});
