import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLInt,
  type GraphQLNamedInputType,
  type GraphQLNamedOutputType,
  GraphQLScalarType,
  GraphQLString,
  Kind,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import type { ScalarName } from './model.ts';

const maxBigint = 9_223_372_036_854_775_807n;

function invalid(type: string): GraphQLError {
  return new GraphQLError(`${type} cannot represent the given value`);
}

/** Ids are JSON numbers; values that a double cannot hold exactly stay strings. */
function parseBigint(value: unknown): number | string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (typeof value !== 'string' || !/^-?\d{1,19}$/.test(value)) throw invalid('bigint');
  const exact = BigInt(value);
  if (exact > maxBigint || exact < -maxBigint - 1n) throw invalid('bigint');
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Amounts are decimal strings, never binary floats. */
function parseNumeric(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return plainDecimal(value);
  if (typeof value === 'string' && /^-?(\d{1,100}(\.\d{0,100})?|\.\d{1,100})$/.test(value)) return value;
  throw invalid('numeric');
}

/** Without an exponent: 1e-7 -> 0.0000001. */
function plainDecimal(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent);
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
  return `${sign}${whole}${fraction}${'0'.repeat(shift - fraction.length)}`;
}

function parseDate(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value)) return value;
  throw invalid('date');
}

function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return text > '0001' && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const instant =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

function parseTimestamp(value: unknown): string {
  const day = typeof value === 'string' ? instant.exec(value)?.[1] : undefined;
  if (typeof value === 'string' && day !== undefined && isCalendarDay(day)) return value;
  throw invalid('timestamptz');
}

function parseUuid(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return value;
  throw invalid('uuid');
}

function scalar(name: string, parse: (value: unknown) => unknown): GraphQLScalarType {
  return new GraphQLScalarType({
    name,
    parseValue: parse,
    // A number literal keeps its digits instead of passing through a double.
    parseLiteral: (node: ValueNode, variables) =>
      parse(
        node.kind === Kind.FLOAT || (node.kind === Kind.INT && name !== 'jsonb')
          ? literalNumber(name, node.value)
          : valueFromASTUntyped(node, variables),
      ),
  });
}

function literalNumber(name: string, digits: string): unknown {
  if (name === 'bigint') return /^-?\d+$/.test(digits) ? digits : Number.NaN;
  if (name === 'numeric') return /e/i.test(digits) ? Number(digits) : digits;
  return Number(digits);
}

/** The scalars of API-05. */
export const scalars: Readonly<Record<ScalarName, GraphQLNamedInputType & GraphQLNamedOutputType>> = {
  Int: GraphQLInt,
  String: GraphQLString,
  Boolean: GraphQLBoolean,
  bigint: scalar('bigint', parseBigint),
  numeric: scalar('numeric', parseNumeric),
  date: scalar('date', parseDate),
  timestamptz: scalar('timestamptz', parseTimestamp),
  jsonb: scalar('jsonb', (value) => value),
  uuid: scalar('uuid', parseUuid),
};
