import {
  GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  GraphQLFloat,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  type GraphQLNamedInputType,
  GraphQLNonNull,
} from 'graphql';
import type { z } from 'zod';
import { type FieldProblem, type Refusal, type RefusalCode, refusalCodes, refuse } from '../base/refusal.ts';
import type { ScalarName } from './model.ts';
import { scalars } from './scalars.ts';

/** The used part of a zod definition; zod does not type its inner schemas structurally. */
interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly in?: z.ZodType;
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
}

function definition(schema: z.ZodType): Definition {
  return schema._zod.def as unknown as Definition;
}

const wrappers = new Set(['optional', 'nullable', 'default', 'prefault', 'catch', 'readonly', 'nonoptional']);

interface Unwrapped {
  readonly schema: z.ZodType;
  readonly required: boolean;
  readonly takesNull: boolean;
  readonly scalar: ScalarName | undefined;
}

function unwrap(schema: z.ZodType): Unwrapped {
  let current = schema;
  let required = true;
  let takesNull = false;
  let scalar: ScalarName | undefined;
  for (;;) {
    const meta = typeof current.meta === 'function' ? current.meta() : undefined;
    if (scalar === undefined && typeof meta?.scalar === 'string') scalar = meta.scalar as ScalarName;
    const { type, innerType, in: input } = definition(current);
    const inner = type === 'pipe' ? input : wrappers.has(type) ? innerType : undefined;
    if (!inner) return { schema: current, required, takesNull, scalar };
    if (type === 'nullable') takesNull = true;
    if (type !== 'readonly' && type !== 'pipe' && type !== 'nonoptional') required = false;
    current = inner;
  }
}

function scalarFor(schema: z.ZodType): GraphQLNamedInputType {
  const { type, values } = definition(schema);
  switch (type) {
    case 'number':
      return (schema as z.ZodNumber).isInt ? scalars.Int : GraphQLFloat;
    case 'boolean':
      return scalars.Boolean;
    case 'string':
      return scalars[stringFormats[(schema as z.ZodString).format ?? ''] ?? 'String'];
    case 'literal':
      return typeof values?.[0] === 'boolean' ? scalars.Boolean : scalars.String;
    default:
      return scalars.jsonb;
  }
}

const stringFormats: Readonly<Record<string, ScalarName>> = {
  uuid: 'uuid',
  guid: 'uuid',
  date: 'date',
  datetime: 'timestamptz',
};

/**
 * Turns zod objects into GraphQL arguments. `.meta({ scalar })` overrides the scalar: `bigint` is passed as a number,
 * `numeric` as a decimal string (so `z.string().meta({ scalar: 'numeric' })`). One instance per schema, since type
 * names are unique there.
 */
export class ZodInputs {
  readonly #types = new Map<string, GraphQLInputType>();

  /** The keys of a zod object as arguments; nested objects become `<name>_<key>_input` types. */
  arguments(name: string, schema: z.ZodObject): GraphQLFieldConfigArgumentMap {
    return Object.fromEntries(
      Object.entries(schema.shape).map(([key, value]) => [
        key,
        { type: this.#type(`${name}_${key}`, value as z.ZodType) },
      ]),
    );
  }

  #type(name: string, schema: z.ZodType): GraphQLInputType {
    const { schema: inner, required, scalar } = unwrap(schema);
    const type = scalar ? scalars[scalar] : this.#named(name, inner);
    return required ? new GraphQLNonNull(type) : type;
  }

  #named(name: string, schema: z.ZodType): GraphQLInputType {
    const { type, element, entries } = definition(schema);
    if (type === 'array' && element) return new GraphQLList(this.#type(name, element));
    if (type !== 'object' && type !== 'enum') return scalarFor(schema);
    const typeName = type === 'object' ? `${name}_input` : `${name}_enum`;
    const known = this.#types.get(typeName);
    if (known) return known;
    const made =
      type === 'object' ? this.#object(name, schema as z.ZodObject) : enumType(typeName, entries ?? {});
    this.#types.set(typeName, made);
    return made;
  }

  #object(name: string, schema: z.ZodObject): GraphQLInputObjectType {
    return new GraphQLInputObjectType({ name: `${name}_input`, fields: () => this.arguments(name, schema) });
  }
}

/** Values that are no GraphQL names (`user-admin`) stay strings, which zod checks. */
function enumType(name: string, entries: Readonly<Record<string, string | number>>): GraphQLInputType {
  const values = Object.values(entries);
  if (!values.every((value) => /^[_A-Za-z][_0-9A-Za-z]*$/.test(String(value)))) return scalars.String;
  return new GraphQLEnumType({
    name,
    values: Object.fromEntries(values.map((value) => [String(value), { value }])),
  });
}

/** GraphQL allows null for everything optional; if zod only knows absence, null means absent. */
function withoutNulls(schema: z.ZodType, value: unknown): unknown {
  const { schema: inner, takesNull } = unwrap(schema);
  if (value === null) return takesNull ? null : undefined;
  const { type, element } = definition(inner);
  if (type === 'array' && element && Array.isArray(value))
    return value.map((item) => withoutNulls(element, item));
  if (type !== 'object' || typeof value !== 'object') return value;
  const { shape } = inner as z.ZodObject;
  return Object.fromEntries(
    Object.entries(value as object).map(([key, item]) => {
      const field = shape[key] as z.ZodType | undefined;
      return [key, field ? withoutNulls(field, item) : item];
    }),
  );
}

/** Validates an input and reports every problem by field (VAL-45). */
export function parseInput<Input extends z.ZodObject>(
  schema: Input,
  value: unknown,
): z.output<Input> | Refusal {
  const result = schema.safeParse(withoutNulls(schema, value), { reportInput: true });
  if (result.success) return result.data;
  const problems = result.error.issues.map(problemOf);
  const [only] = problems;
  if (!only || problems.length > 1) return refuse('validation_failed', { problems });
  return refuse(only.code, { field: only.field, values: { ...only.values, field: only.field }, problems });
}

function problemOf(issue: z.core.$ZodIssue): FieldProblem {
  const field = issue.path.join('.');
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? { field, code: 'specific_field_required' }
        : { field, code: 'invalid_type', values: { type: issue.expected } };
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? { field, code: 'specific_field_required' }
        : { field, code: 'validation_failed', values: { minimum: Number(issue.minimum) } };
    case 'too_big':
      return issue.origin === 'string'
        ? { field, code: 'value_too_long', values: { maximum: Number(issue.maximum) } }
        : { field, code: 'validation_failed', values: { maximum: Number(issue.maximum) } };
    case 'invalid_format':
      return { field, ...formatProblem(issue) };
    case 'invalid_value':
      return { field, code: 'invalid_type', values: { type: 'enum' } };
    case 'custom':
      return { field, code: customCode(issue.params?.code), ...customValues(issue.params?.values) };
    default:
      return { field, code: 'validation_failed' };
  }
}

/** The pattern of decimal numbers in inputs of commands. */
const numberPattern = /^\/\^(?:-\?)?\\d\{1,(\d+)\}\(\\\.\\d\{1,(\d+)\}\)\?\$\/$/;

/** A number that does not match reports its maximum of digits; other patterns are not shown. */
function formatProblem({
  format,
  pattern,
}: z.core.$ZodIssueInvalidStringFormat): Pick<FieldProblem, 'code' | 'values'> {
  const [, digits, decimals] = numberPattern.exec(pattern ?? '') ?? [];
  return decimals === undefined
    ? { code: 'invalid_type', values: { type: format === 'regex' ? 'text' : format } }
    : { code: 'number_malformed', values: { digits: Number(digits), decimals: Number(decimals) } };
}

function customCode(code: unknown): RefusalCode {
  return refusalCodes.find((known) => known === code) ?? 'validation_failed';
}

function customValues(values: unknown): Pick<FieldProblem, 'values'> {
  return typeof values === 'object' && values !== null
    ? { values: values as NonNullable<FieldProblem['values']> }
    : {};
}
