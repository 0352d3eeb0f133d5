import {
  type ASTVisitFn,
  type FieldNode,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getArgumentValues,
  getEnterLeaveForKind,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type ObjectValueNode,
  type ValidationRule,
  type ValueNode,
  ValuesOfCorrectTypeRule,
  valueFromAST,
} from 'graphql';

/** The variables of a request, by name. */
export type Variables = Readonly<Record<string, unknown>>;

/** Cached: whether all fields of an input type are optional and without defaults. */
const optional = new WeakMap<GraphQLInputObjectType, boolean>();

function isOptional(type: GraphQLInputObjectType): boolean {
  const known = optional.get(type);
  if (known !== undefined) return known;
  const fields = Object.values(type.getFields());
  const found =
    !type.isOneOf && fields.every((field) => !isNonNullType(field.type) && field.defaultValue === undefined);
  optional.set(type, found);
  return found;
}

/**
 * The rule of the library checks every field of the type for each literal object: a filter type has a hundred fields,
 * and a request may have hundreds of filters (API-48).
 */
export const valuesOfCorrectType: ValidationRule = (context) => {
  const rule = ValuesOfCorrectTypeRule(context);
  const { enter } = getEnterLeaveForKind(rule, Kind.OBJECT);
  return {
    ...rule,
    ObjectValue(...visited: Parameters<ASTVisitFn<ObjectValueNode>>) {
      const type = getNamedType(context.getInputType());
      return isInputObjectType(type) && isOptional(type) ? undefined : enter?.(...visited);
    },
  };
};

/** The coerced arguments of a validated node; throws a `GraphQLError` if a variable leaves out a required one. */
export function argumentValues(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Variables,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const { name, type, defaultValue } of field.args) {
    const value = node.arguments?.find((argument) => argument.name.value === name)?.value;
    const found = value && coerced(value, type, variables);
    if (found !== undefined) values[name] = found;
    else if (value && !isUnsent(value, variables)) return getArgumentValues(field, node, variables);
    else if (defaultValue !== undefined) values[name] = defaultValue;
    else if (isNonNullType(type)) return getArgumentValues(field, node, variables);
  }
  return values;
}

/**
 * As `valueFromAST` of the library, without checking every field of the type for each object. Keys keep their written
 * order.
 */
function coerced(node: ValueNode, type: GraphQLInputType, variables: Variables): unknown {
  if (isNonNullType(type)) return coerced(node, type.ofType, variables) ?? undefined;
  if (isListType(type) && node.kind === Kind.LIST) {
    const values = node.values.map((item) =>
      isUnsent(item, variables) && !isNonNullType(type.ofType) ? null : coerced(item, type.ofType, variables),
    );
    return values.includes(undefined) ? undefined : values;
  }
  if (!isInputObjectType(type) || node.kind !== Kind.OBJECT || !isOptional(type))
    return valueFromAST(node, type, variables);
  const fields = type.getFields();
  const values: Record<string, unknown> = Object.create(null);
  for (const { name, value } of node.fields) {
    const field = fields[name.value];
    if (!field || isUnsent(value, variables)) continue;
    const found = coerced(value, field.type, variables);
    if (found === undefined) return undefined;
    values[name.value] = found;
  }
  return values;
}

function isUnsent(node: ValueNode, variables: Variables): boolean {
  return node.kind === Kind.VARIABLE && variables[node.name.value] === undefined;
}
