import { Kind, type TypeNode, type VariableDefinitionNode } from 'graphql';
import type { Variables } from '../literals.ts';

/**
 * Keeps the written order of order_by keys. GraphQL reorders the keys of an object by its type, but some clients,
 * such as Refine, send several columns as one object.
 */
export function inWrittenOrder(
  definitions: readonly VariableDefinitionNode[],
  coerced: Variables,
  written: Variables,
): Variables {
  const orders = definitions.filter(({ type }) => nameOf(type).endsWith('_order_by'));
  if (orders.length === 0) return coerced;
  const names = orders.map(({ variable }) => variable.name.value).filter((name) => name in coerced);
  const ordered = names.map((name) => [name, arranged(coerced[name], written[name])] as const);
  return { ...coerced, ...Object.fromEntries(ordered) };
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}

function arranged(coerced: unknown, written: unknown): unknown {
  if (Array.isArray(coerced)) {
    const items: readonly unknown[] = Array.isArray(written) ? written : [written];
    return coerced.map((item, place) => arranged(item, items[place]));
  }
  if (typeof coerced !== 'object' || coerced === null) return coerced;
  const entries = Object.keys(Object(written)).map((key) => [
    key,
    arranged(Reflect.get(coerced, key), Reflect.get(Object(written), key)),
  ]);
  return Object.fromEntries(entries);
}
