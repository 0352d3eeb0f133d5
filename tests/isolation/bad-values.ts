import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';

/** The place of a value among the arguments of a field, as steps from the argument to the value. */
export interface Spot {
  readonly steps: readonly (string | number)[];
  readonly type: GraphQLInputType;
  /** The value is mandatory. */
  readonly isRequired: boolean;
}

/** A value to be refused, with the kind of mistake. */
export interface BadValue {
  readonly mistake: 'missing' | 'wrong type' | 'oversized' | 'unreadable';
  /** Undefined omits the value. */
  readonly value: unknown;
}

/** All places of the arguments; `isEntered` selects the input types to descend into. */
export function spotsOf(
  field: GraphQLField<unknown, unknown>,
  isEntered: (type: GraphQLNamedType, depth: number) => boolean,
): Spot[] {
  const inside = (type: GraphQLInputType, steps: Spot['steps'], depth: number): Spot[] => {
    const bare = isNonNullType(type) ? type.ofType : type;
    if (isListType(bare)) {
      const item = isNonNullType(bare.ofType) ? bare.ofType.ofType : bare.ofType;
      return isInputObjectType(item) ? inside(item, [...steps, 0], depth) : [];
    }
    if (!isInputObjectType(bare) || !isEntered(bare, depth)) return [];
    return Object.values(bare.getFields()).flatMap((each) => {
      const place = [...steps, each.name];
      return [
        { steps: place, type: each.type, isRequired: isRequiredInputField(each) },
        ...inside(each.type, place, depth + 1),
      ];
    });
  };
  return field.args.flatMap((argument) => {
    const { name, type } = argument;
    return [{ steps: [name], type, isRequired: isRequiredArgument(argument) }, ...inside(type, [name], 1)];
  });
}

/** No input has this field. */
export const unknownField = 'no_such_field';
const anObject = { [unknownField]: 1 };

const wrongTypes: Readonly<Record<string, readonly unknown[]>> = {
  Int: ['x', 1.5, true, anObject],
  Float: ['x', true, anObject],
  bigint: ['x', 1.5, true, anObject],
  numeric: ['1.234,56', true, anObject],
  String: [7, true, anObject],
  Boolean: ['yes', 1, anObject],
  date: ['2025-02-30', 20_250_230, anObject],
  timestamptz: ['2025-02-30T10:00:00Z', true, anObject],
  uuid: ['x', 7, anObject],
};

const oversized: Readonly<Record<string, readonly unknown[]>> = {
  Int: [2_147_483_648],
  bigint: ['9223372036854775808'],
  numeric: ['9'.repeat(101), '9'.repeat(40)],
  String: ['x'.repeat(100_000)],
};

/** Values to be refused at a place, independent of the field's meaning. */
export function badValuesFor({ type, isRequired }: Spot): BadValue[] {
  const absent = [...(isRequired ? [undefined] : []), ...(isNonNullType(type) ? [null] : [])];
  return [...absent.map((value): BadValue => ({ mistake: 'missing', value })), ...refusedValues(type)];
}

function refusedValues(type: GraphQLInputType): BadValue[] {
  const wrong = (values: readonly unknown[]) =>
    values.map((value): BadValue => ({ mistake: 'wrong type', value }));
  if (isNonNullType(type)) return refusedValues(type.ofType);
  if (isListType(type)) {
    const items = refusedValues(type.ofType).map((each) => ({ ...each, value: [each.value] }));
    return isNonNullType(type.ofType) ? [...items, ...wrong([[null]])] : items;
  }
  if (isInputObjectType(type)) return wrong(['x', 7, anObject]);
  if (isEnumType(type)) return wrong(['no such value', 7, anObject]);
  const large = (oversized[type.name] ?? []).map((value): BadValue => ({ mistake: 'oversized', value }));
  const unreadable: BadValue[] = type.name === 'String' ? [{ mistake: 'unreadable', value: 'a\u0000b' }] : [];
  return [...wrong(wrongTypes[type.name] ?? []), ...large, ...unreadable];
}

/** The arguments with another value at that place; missing parents are created. */
export function withValue(
  variables: Readonly<Record<string, unknown>>,
  [step = '', ...rest]: Spot['steps'],
  value: unknown,
): Record<string, unknown> {
  const changed = (held: unknown): unknown => {
    if (rest.length === 0) return value;
    if (rest[0] === 0) {
      const [first, ...others] = Array.isArray(held) ? held : [{}];
      return [rest.length === 1 ? value : withValue(Object(first), rest.slice(1), value), ...others];
    }
    return withValue(Object(held), rest, value);
  };
  const copy: Record<string, unknown> = { ...variables, [step]: changed(variables[step]) };
  if (copy[step] === undefined) delete copy[step];
  return copy;
}
