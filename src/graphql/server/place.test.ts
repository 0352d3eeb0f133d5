import { buildSchema, GraphQLError, getVariableValues, Kind, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { placeOf } from './place.ts';

const schema = buildSchema(`
  input row_insert { name: String, tags: [Int!] }
  input row_filter { id: Int, _or: [row_filter!] }
  input line { quantity: Int!, parts: [line!] }
  type Query { row(id: Int!, where: row_filter): Int }
  type Mutation {
    insert_row(objects: [row_insert!]!): Int
    insert_row_one(object: row_insert!): Int
    update_row(pk_columns: row_filter!, _set: row_insert): Int
    save(id: Int!, lines: [line!]): Int
  }
`);

/** The place of the first error of a request, in the text or in the variables. */
function place(text: string, variables: Record<string, unknown> = {}, named?: string): string | undefined {
  const document = parse(text);
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('the operation comes first');
  const [error] = validate(schema, document);
  if (error) return placeOf(error, named);
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  return errors?.[0] && placeOf(errors[0], named);
}

describe('API-04 the place of a bad value', () => {
  it("is the argument, independent of the variable's name", () => {
    expect(place('query ($x: Int!) { row(id: $x) }', { x: 'a' })).toBe('id');
    expect(place('query ($x: Int!) { row(id: $x) }')).toBe('id');
    expect(place('{ row(id: "a") }')).toBe('id');
  });

  it('includes lists and inner fields', () => {
    const text = 'mutation ($l: [line!]) { save(id: 1, lines: $l) }';
    expect(place(text, { l: [{ quantity: 1 }, { quantity: 'a' }] })).toBe('lines.1.quantity');
    expect(place('mutation { save(id: 1, lines: [{ quantity: 1 }, { quantity: "a" }]) }')).toBe(
      'lines.1.quantity',
    );
    const inner = 'mutation ($q: Int!) { save(id: 1, lines: [{ quantity: 1, parts: [{ quantity: $q }] }]) }';
    expect(place(inner, { q: 'a' })).toBe('lines.0.parts.0.quantity');
    const where = 'query ($w: row_filter) { row(id: 1, where: $w) }';
    expect(place(where, { w: { _or: [{ id: 'a' }] } })).toBe('where._or.0.id');
  });

  it('is the column of a written row', () => {
    const one = 'mutation ($o: row_insert!) { insert_row_one(object: $o) }';
    expect(place(one, { o: { name: 7 } })).toBe('name');
    expect(place(one, { o: { tags: [1, 'a'] } })).toBe('tags.1');
    expect(place(one, { o: 7 })).toBe('object');
    expect(place('mutation { update_row(pk_columns: { id: "a" }) }')).toBe('id');
    expect(place(one, { o: { unknown: 1 } }, 'unknown')).toBe('unknown');
    const many = 'mutation ($o: [row_insert!]!) { insert_row(objects: $o) }';
    expect(place(many, { o: [{}, { name: 7 }] })).toBe('1.name');
    expect(place(many, { o: [7] })).toBe('objects.0');
  });

  it('is undefined if no value is wrong', () => {
    expect(place('{ nothing }')).toBeUndefined();
    expect(placeOf(new GraphQLError('Syntax Error'))).toBeUndefined();
  });
});
