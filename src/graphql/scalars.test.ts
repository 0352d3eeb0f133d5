import { GraphQLScalarType, parseValue } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { ScalarName } from './model.ts';
import { scalars } from './scalars.ts';

function scalar(name: ScalarName): GraphQLScalarType {
  const type = scalars[name];
  if (!(type instanceof GraphQLScalarType)) throw new Error(`${name} is not a scalar`);
  return type;
}

describe('API-05 scalars', () => {
  it.each<[ScalarName, unknown, unknown]>([
    ['bigint', 12, 12],
    ['bigint', '12', 12],
    ['bigint', '9007199254740993', '9007199254740993'],
    ['bigint', '-9223372036854775808', '-9223372036854775808'],
    ['numeric', 0.1, '0.1'],
    ['numeric', 1e-7, '0.0000001'],
    ['numeric', 1.5e21, '1500000000000000000000'],
    ['numeric', '-12.50', '-12.50'],
    ['date', '2024-02-29', '2024-02-29'],
    ['timestamptz', '2024-02-29T10:00:00.123456+00:00', '2024-02-29T10:00:00.123456+00:00'],
    ['timestamptz', '2024-02-29', '2024-02-29'],
    ['uuid', '018F4E9C-0000-7000-8000-000000000000', '018F4E9C-0000-7000-8000-000000000000'],
    ['jsonb', { a: [1, null] }, { a: [1, null] }],
  ])('%s accepts %j', (name, value, parsed) => {
    expect(scalar(name).parseValue(value)).toEqual(parsed);
  });

  it.each<[ScalarName, unknown]>([
    ['bigint', 1.5],
    ['bigint', 2 ** 53],
    ['bigint', '9223372036854775808'],
    ['bigint', ' 1'],
    ['bigint', true],
    ['numeric', Number.POSITIVE_INFINITY],
    ['numeric', '1e5'],
    ['numeric', 'NaN'],
    ['numeric', ''],
    ['numeric', '.'],
    ['date', '2023-02-29'],
    ['date', '2023-2-1'],
    ['date', 20230201],
    ['date', '2023-02-01T00:00:00Z'],
    ['timestamptz', 'now'],
    ['timestamptz', '2023-13-01T00:00:00Z'],
    ['uuid', '018f4e9c'],
  ])('%s refuses %j', (name, value) => {
    expect(() => scalar(name).parseValue(value)).toThrow(name);
  });

  it('keeps the digits of a literal', () => {
    const literal = (text: string) => scalar('numeric').parseLiteral(parseValue(text), {});
    expect(literal('12345678901234567.89')).toBe('12345678901234567.89');
    expect(literal('1e3')).toBe('1000');
    expect(scalar('bigint').parseLiteral(parseValue('9007199254740993'), {})).toBe('9007199254740993');
    expect(scalar('jsonb').parseLiteral(parseValue('{a: [1, 1.5, {b: $v}]}'), { v: 'x' })).toEqual({
      a: [1, 1.5, { b: 'x' }],
    });
  });
});
