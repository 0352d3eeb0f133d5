import {
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
  Kind,
  type ValueNode,
} from 'graphql';
import type { Selected } from './selection.ts';
import { RefusedAt } from './unsent.ts';

/** Types of filters, of comparisons of columns and counts, and of casts. */
const conditions = /_(bool|comparison|cast)_exp$/;
const filters = /(?<!_aggregate)_bool_exp$/;

/**
 * Refuses a write whose filter has an empty condition (API-46): JSON turns `{id: {_eq: undefined}}` into `{id: {}}`,
 * which would match all rows. A client that means all rows writes `where: {}` in the request text; in a variable it
 * is refused, because it cannot be distinguished from `{id: undefined}`.
 *
 * @param args the arguments as GraphQL coerced them
 */
export function requireConditions(selected: Selected, args: Readonly<Record<string, unknown>>): void {
  const [node] = selected.nodes;
  for (const { name, type } of selected.field?.args ?? []) {
    const written = node?.arguments?.find((argument) => argument.name.value === name)?.value;
    const place = emptyIn(type, args[name], written)?.join('.');
    if (place === undefined) continue;
    const field = place === '' ? name : `${name}.${place}`;
    const path = `$.selectionSet.${selected.key}.args.${field}`;
    throw new RefusedAt(path, 'condition_empty', { field, values: { place: field } });
  }
}

/** The path to the first empty condition. `written` is undefined inside a variable. */
function emptyIn(
  type: GraphQLInputType,
  value: unknown,
  written: ValueNode | undefined,
): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const inner = getNullableType(type);
  if (isListType(inner)) {
    // GraphQL accepts a single value for a list of one.
    const items = (value as readonly unknown[]).map((item, place) =>
      at(place, emptyIn(inner.ofType, item, written?.kind === Kind.LIST ? written.values[place] : written)),
    );
    return items.find((found) => found !== undefined);
  }
  if (!isInputObjectType(inner)) return undefined;
  const literal = written?.kind === Kind.OBJECT ? written : undefined;
  const entries = Object.entries(value);
  if (entries.length === 0 && conditions.test(inner.name))
    return literal && filters.test(inner.name) ? undefined : [];
  const fields = inner.getFields();
  for (const [name, part] of entries) {
    const field = fields[name];
    if (!field) continue;
    const inText = literal?.fields.find((one) => one.name.value === name)?.value;
    if (isVoid(name, part) && conditions.test(inner.name) && !isLiteral(inText)) return [name];
    const found = at(name, emptyIn(field.type, part, inText));
    if (found) return found;
  }
  return undefined;
}

function at(step: string | number, way: readonly string[] | undefined): readonly string[] | undefined {
  return way && [String(step), ...way];
}

function isLiteral(written: ValueNode | undefined): boolean {
  return written?.kind === Kind.OBJECT || written?.kind === Kind.LIST;
}

/** An empty list of conditions, or an empty object, which every other contains. */
function isVoid(name: string, part: unknown): boolean {
  if (typeof part !== 'object' || part === null || Object.keys(part).length > 0) return false;
  return name === '_and' || (name === '_contains' && !Array.isArray(part));
}
