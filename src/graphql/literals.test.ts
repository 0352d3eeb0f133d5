import fc from 'fast-check';
import { buildSchema, type FieldNode, getArgumentValues, parse, specifiedRules, validate } from 'graphql';
import { expect, test } from 'vitest';
import { argumentValues } from './literals.ts';
import { rules } from './server/documents.ts';

const schema = buildSchema(`
  input number_exp { _eq: Int _in: [Int!] _is_null: Boolean }
  input thing_exp { _and: [thing_exp!] _not: thing_exp id: number_exp other: thing_exp strict: strict one: one }
  input strict { id: Int! name: String = "none" }
  input one @oneOf { a: Int b: Int }
  type Query { thing(where: thing_exp, ids: [Int!], all: [thing_exp], limit: Int! = 5): Int }
`);

const field = schema.getQueryType()?.getFields().thing;
if (!field) throw new Error('the schema has no field');

/** Literals of all kinds, many with a wrong type. */
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('1', '-3', 'null', 'true', '"text"', 'WORD', '1.5', '$sent', '$null', '$unsent', '$list'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(' ')}]`),
    fc
      .uniqueArray(
        fc.tuple(
          fc.constantFrom('_and', '_not', 'id', 'other', '_eq', '_in', 'strict', 'name', 'one', 'a', 'b'),
          tie('value'),
        ),
        { maxLength: 3, selector: ([name]) => name },
      )
      .map((fields) => `{${fields.map(([name, item]) => `${name}: ${item}`).join(' ')}}`),
  ),
}));

const variables = { sent: 7, null: null, list: [1, 2] };
const argument = fc.tuple(fc.constantFrom('where', 'ids', 'all', 'limit'), value);
const text = fc
  .uniqueArray(argument, { minLength: 1, maxLength: 3, selector: ([name]) => name })
  .map(
    (given) =>
      `query ($sent: Int, $null: Int, $unsent: Int, $list: [Int!]) { thing(${given.map(([name, item]) => `${name}: ${item}`).join(' ')}) }`,
  );

function nodeOf(query: string): FieldNode {
  const [operation] = parse(query).definitions;
  const [node] = operation?.kind === 'OperationDefinition' ? operation.selectionSet.selections : [];
  if (node?.kind !== 'Field') throw new Error('no field');
  return node;
}

/** The result, or the error. */
function outcome(run: () => unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(run()));
  } catch (error) {
    return String(error);
  }
}

test('API-48 literals are validated and coerced as by the library', () => {
  fc.assert(
    fc.property(text, (query) => {
      const document = parse(query);
      const messages = (by: typeof specifiedRules) =>
        validate(schema, document, by).map(({ message }) => message);
      expect(messages(rules)).toEqual(messages(specifiedRules));
      const node = nodeOf(query);
      expect(outcome(() => argumentValues(field, node, variables))).toEqual(
        outcome(() => getArgumentValues(field, node, variables)),
      );
    }),
  );
});
