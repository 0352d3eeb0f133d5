import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { lookedUp, problemsIn, suggestionsAt } from './language.ts';

const schema = buildSchema(`
  type Query { supplier(limit: Int): [supplier!]!  supplier_by_pk(id: Int!): supplier  client: [supplier!]! }
  type Mutation { supplier_merge(id: Int!): supplier }
  type supplier { id: Int!  name: String  number: String }
`);

test('API-03 suggests the fields that can stand at the cursor, and what choosing one makes of the text', () => {
  const text = '{\n  supplier { n }\n}';
  const found = suggestionsAt(schema, text, text.indexOf('n }') + 1);
  expect(found.map(({ word, about }) => `${word}: ${about}`)).toEqual(['name: String', 'number: String']);
  expect(found[0]).toMatchObject({ text: '{\n  supplier { name }\n}', cursor: text.indexOf('n }') + 4 });
});

test('API-03 suggests nothing for a complete word that has no longer one', () => {
  expect(suggestionsAt(schema, '{ client', 8)).toEqual([]);
});

test('API-03 names the line of each problem', () => {
  expect(problemsIn(schema, '{\n  nobody\n}')).toEqual([
    expect.stringMatching(/^2: Cannot query field "nobody" on type "Query"/),
  ]);
  expect(problemsIn(schema, '{ client { id } }')).toEqual([]);
  expect(problemsIn(schema, ' ')).toEqual([]);
});

test('API-03 looks up a type with the queries and commands of its name', () => {
  const found = lookedUp(schema, 'supplier');
  expect(found).toContain('type supplier {');
  expect(found).toContain('supplier_by_pk(id: Int!): supplier');
  expect(found).toContain('supplier_merge(id: Int!): supplier');
  expect(found).not.toContain('client');
  expect(lookedUp(schema, 'nothing')).toBe('');
});
