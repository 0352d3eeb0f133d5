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

/** The types of a filter, of the values of its columns and counts, and of their casts. */
const conditions = /_(bool|comparison|cast)_exp$/;
const filters = /(?<!_aggregate)_bool_exp$/;

/**
 * Refuses a write whose filter says nothing where it should compare (API-46): `{id: {}}` is what JSON leaves of
 * `{id: {_eq: undefined}}`, and would match all rows. Whoever means all rows writes `where: {}` into the request; in a
 * variable the same is refused, since nobody can tell it from `{id: undefined}`.
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

/** The way to the first condition that says nothing. `written` is undefined inside of a variable. */
function emptyIn(
  type: GraphQLInputType,
  value: unknown,
  written: ValueNode | undefined,
): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const inner = getNullableType(type);
  if (isListType(inner)) {
    // GraphQL takes a single value for a list of one.
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

/** A list of conditions without one, or an object that every other contains. */
function isVoid(name: string, part: unknown): boolean {
  if (typeof part !== 'object' || part === null || Object.keys(part).length > 0) return false;
  return name === '_and' || (name === '_contains' && !Array.isArray(part));
}
