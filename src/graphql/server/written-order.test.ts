import { buildSchema, getVariableValues, Kind, parse } from 'graphql';
import { expect, it } from 'vitest';
import { inWrittenOrder } from './written-order.ts';

const schema = buildSchema(`
  enum order { asc desc }
  input author_order_by { born: order, name: order }
  input book_order_by { author: author_order_by, pages: order, title: order }
  type Query { book(order_by: [book_order_by!], limit: Int): Int }
`);

function keysOf(written: unknown): string {
  const document = parse('query ($o: [book_order_by!], $l: Int) { book(order_by: $o, limit: $l) }');
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('the operation comes first');
  const definitions = operation.variableDefinitions ?? [];
  const variables = { o: written, l: 3 };
  const { coerced = {} } = getVariableValues(schema, definitions, variables);
  return JSON.stringify(inWrittenOrder(definitions, coerced, variables).o);
}

it('API-03 several columns in one order_by object keep their written order', () => {
  const byTitle = { title: 'asc', author: { name: 'desc', born: 'asc' }, pages: 'desc' };
  expect(keysOf(byTitle)).toBe(JSON.stringify([byTitle]));
  expect(keysOf([{ title: 'asc', pages: 'desc' }, { author: { name: 'asc' } }])).toBe(
    '[{"title":"asc","pages":"desc"},{"author":{"name":"asc"}}]',
  );
  expect(keysOf(null)).toBe('null');
});
